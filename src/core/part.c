#include "core/part.h"

#include <string.h>

#include "core/hostheap.h"
#include "core/memory.h"
#include "core/peek.h"
#include "core/pixels.h"
#include "core/plan.h"
#include "core/rule.h"
#include "core/thread.h"

static bool read_triple(const struct iq_call *call, int arg, uint64_t triple[3])
{
    return arg >= 0 && call->args[arg] && iq_peek(triple, (uintptr_t)call->args[arg], 3 * sizeof *triple, false);
}

static struct iq_handle *object_at(const struct iq_call *call, int arg)
{
    struct iq_handle *handle = arg < 0 || !call->args[arg] ? NULL : arg < 8 && call->found[arg] ? call->found[arg] :
                               iq_handle_find((enum iq_kind)call->entry->args[arg].kind, call->args[arg]);
    return handle && iq_kind_fits((enum iq_kind)call->entry->args[arg].kind, (enum iq_kind)handle->kind) && !iq_handle_is_dead(handle) ? handle : NULL;
}

/* a * b + c, or UINT64_MAX. */
static uint64_t extend(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t result;
    return __builtin_mul_overflow(a, b, &result) || __builtin_add_overflow(result, c, &result) ? UINT64_MAX : result;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a == UINT64_MAX || b == UINT64_MAX || b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

/* Bytes of a box whose rows and slices stand [row] and [slice] bytes apart. */
static void measure(struct iq_box *box)
{
    const uint64_t *o = box->origin, *r = box->region;
    uint64_t width = extend(r[0], box->unit, 0);
    if (!box->row_pitch)
        box->row_pitch = width;
    if (!box->slice_pitch)
        box->slice_pitch = extend(r[1], box->row_pitch, 0);
    box->first = plus(plus(extend(o[2], box->slice_pitch, 0), extend(o[1], box->row_pitch, 0)), extend(o[0], box->unit, 0));
    if (!r[0] || !r[1] || !r[2]) {
        box->end = box->first;
        return;
    }
    box->end = plus(plus(box->first, extend(r[2] - 1, box->slice_pitch, 0)), plus(extend(r[1] - 1, box->row_pitch, 0), width));
}

static bool find_box(const struct iq_call *call, int arg, struct iq_box *box)
{
    const struct iq_arg *role = &call->entry->args[arg];
    *box = (struct iq_box){ .arg = arg, .origin_arg = role->origin - 1, .region_arg = role->region - 1, .row_arg = role->row_pitch - 1,
                            .slice_arg = role->slice_pitch - 1, .host = role->role == IQ_ROLE_READ || role->role == IQ_ROLE_WRITE, .unit = 1 };
    struct iq_handle *counted = role->image ? object_at(call, role->image - 1) : NULL;
    if (!box->host) {
        box->object = object_at(call, arg);
        if (!box->object)
            return false;
    }
    box->memory = iq_memobj_of(role->image ? counted : box->object);
    if (!box->memory)
        return false;
    if (box->memory->dimensions)
        box->unit = box->memory->element_bytes;
    box->readable = read_triple(call, box->region_arg, box->region) && (box->origin_arg < 0 || read_triple(call, box->origin_arg, box->origin));
    box->row_pitch = box->row_given = box->row_arg < 0 ? 0 : call->args[box->row_arg];
    box->slice_pitch = box->slice_given = box->slice_arg < 0 ? 0 : call->args[box->slice_arg];
    if (box->memory->layers_by_slice && box->slice_pitch)
        box->row_pitch = box->slice_pitch;
    if (box->readable && box->unit)
        measure(box);
    if (box->readable && role->offset)      /* rows without gaps, behind an offset */
        box->first = call->args[role->offset - 1], box->end = plus(box->end, box->first);
    return true;
}

/* Several rules, and order, ask for the same boxes: each is worked out once per call. */
struct iq_known_box { uint64_t number; const struct iq_call *call; int arg; bool good; struct iq_box box; };

static const struct iq_box *box_of(const struct iq_call *call, int arg)
{
    enum { KNOWN = 4 };
    struct iq_thread *thread = iq_thread_get();
    if (!call->entry->args[arg].region || !thread || (!thread->boxes && !(thread->boxes = iq_core_alloc(KNOWN * sizeof *thread->boxes))))
        return NULL;
    struct iq_known_box *at = &thread->boxes[(arg ^ arg >> 2) % KNOWN];
    if (at->number != call->number || at->call != call || at->arg != arg) {
        at->good = find_box(call, arg, &at->box);
        at->number = call->number;
        at->call = call;
        at->arg = arg;
    }
    return at->good ? &at->box : NULL;
}

bool iq_part_box(const struct iq_call *call, int arg, struct iq_box *copy)
{
    const struct iq_box *box = box_of(call, arg);
    if (box)
        *copy = *box;
    return box;
}

uint64_t iq_part_host_bytes(const struct iq_call *call, int arg)
{
    const struct iq_box *box = box_of(call, arg);
    return box && box->readable && box->unit && box->end != UINT64_MAX && box->end > box->first ? box->end : 0;
}

bool iq_part_bytes(const struct iq_call *call, int arg, uint64_t *first, uint64_t *end)
{
    const struct iq_arg *role = &call->entry->args[arg];
    if (role->region) {
        const struct iq_box *box = box_of(call, arg);
        if (!box || !box->readable || (!box->host && box->object && box->object->kind == IQ_KIND_CL_IMAGE))
            return false;
        *first = box->first;
        *end = box->end;
        return box->end != UINT64_MAX && box->end > box->first;
    }
    if (!role->offset || role->size_arg < 0)
        return false;
    *first = call->args[role->offset - 1];
    return !__builtin_add_overflow(*first, call->args[role->size_arg], end) && *end > *first;
}

/* The first times that an image of bytes is written. */
static void check_pixels(struct iq_call *call, int arg, const struct iq_box *box)
{
    struct iq_memobj *image = (struct iq_memobj *)(uintptr_t)box->memory;
    const struct iq_handle *handle = object_at(call, call->entry->args[arg].image - 1);
    struct iq_pixels pixels = { .format = image->channel_name };
    struct iq_hostheap_block block;
    if (image->looked == IQ_MEMOBJ_LOOKS || !box->readable || !handle || box->end == UINT64_MAX)
        return;
    image->looked++;
    if (box->row_pitch != box->region[0] * box->unit || !iq_pixels_are_floats(call->args[arg] + box->first, box->end - box->first, &pixels))
        return;
    pixels.needed = box->end - box->first;
    if (iq_hostheap_find(call->args[arg], &block) == IQ_HOSTHEAP_LIVE)
        pixels.have = block.base + block.size - call->args[arg];
    iq_pixels_send(call, arg, handle, &pixels);
}

static void send_box(struct iq_call *call, int arg)
{
    const struct iq_box *box = box_of(call, arg);
    if (!box)
        return;
    struct iq_event event = { .kind = IQ_EVENT_BOX, .phase = IQ_PHASE_BEFORE, .call = call, .arg = arg, .role = &call->entry->args[arg],
                              .value = call->args[arg], .handle = box->object, .box = box };
    iq_rule_dispatch(&event);
    if (box->host && box->memory->byte_channels && event.role->role == IQ_ROLE_READ)
        check_pixels(call, arg, box);
}

static bool is_power_of_two(uint64_t value) { return value && !(value & (value - 1)); }

/* Bytes inside of a buffer that is not mapped and that the host has no part in: no rule has anything to say about them. */
static bool is_plain(const struct iq_call *call, int arg, const struct iq_memobj *memory)
{
    const struct iq_plan *plan = call->plan;
    const struct iq_arg *role = &call->entry->args[arg];
    if (!memory->plain || memory->map_count || role->region || role->role == IQ_ROLE_MAP_OBJECT)
        return false;
    uint64_t offset = call->args[role->offset - 1], size = call->args[role->size_arg], unit = plan->pattern_size < 0 ? 1 : call->args[plan->pattern_size];
    if (offset > memory->size || size > memory->size - offset || !is_power_of_two(unit) || unit > IQ_MEMOBJ_PATTERN || (offset | size) & (unit - 1))
        return false;
    for (uint32_t left = plan->objects & ~(1u << arg); left; left &= left - 1) {     /* the other side of a copy */
        int i = __builtin_ctz(left);
        const struct iq_memobj *other = iq_memobj_of(object_at(call, i));
        if (!other || !other->plain || call->args[i] == call->args[arg])
            return false;
    }
    for (uint32_t left = plan->access; left; left &= left - 1)
        if (!call->args[__builtin_ctz(left)])
            return false;
    return true;
}

void iq_part_check(struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const struct iq_handle *handle = object_at(call, arg);
    const struct iq_memobj *memory = iq_memobj_of(handle);
    if (!memory || is_plain(call, arg, memory))
        return;
    struct iq_event event = { .kind = role->role == IQ_ROLE_WRITE_OBJECT ? IQ_EVENT_WRITE_OBJECT : IQ_EVENT_READ_OBJECT, .phase = IQ_PHASE_BEFORE, .call = call,
                              .arg = arg, .role = role, .value = call->args[arg], .handle = handle, .space = IQ_SPACE_DEVICE };
    if (role->region)
        send_box(call, arg);
    struct iq_place place = { .known = true, .live = true, .range = { .base = handle->value, .size = memory->size, .kind = handle->kind, .device = -1,
                                                                      .created = handle->created } };
    event.place = &place;
    if (!role->region) {
        event.value = handle->value + call->args[role->offset - 1];
        event.size = call->args[role->size_arg];
    }
    iq_rule_dispatch(&event);
}

void iq_part_check_host(struct iq_call *call, int arg)
{
    if (call->entry->args[arg].region)
        send_box(call, arg);
}
