#include "api_opencl/boxes.h"

#include <string.h>

#include "api_opencl/objects.h"
#include "call/plan.h"
#include "call/rule.h"
#include "call/send.h"
#include "call/thread.h"
#include "model/pixels.h"
#include "process/hostheap.h"
#include "process/peek.h"

static bool read_triple(const struct iq_call *call, int arg, uint64_t triple[3])
{
    return arg >= 0 && call->args[arg] &&
           iq_peek(triple, (uintptr_t)call->args[arg], 3 * sizeof *triple, false);
}

static bool find_box(const struct iq_call *call, int arg, struct iq_box *box)
{
    const struct iq_arg *role = &call->entry->args[arg];
    *box = (struct iq_box){ .arg = arg,
                            .origin_arg = role->origin - 1,
                            .region_arg = role->region - 1,
                            .row_arg = role->row_pitch - 1,
                            .slice_arg = role->slice_pitch - 1,
                            .host = role->role == IQ_ROLE_READ || role->role == IQ_ROLE_WRITE,
                            .unit = 1 };
    struct iq_handle *counted = role->image ? iq_cl_object(call, role->image - 1) : NULL;
    if (!box->host) {
        box->object = iq_cl_object(call, arg);
        if (!box->object)
            return false;
    }
    box->memory = iq_memobj_of(role->image ? counted : box->object);
    if (!box->memory)
        return false;
    if (box->memory->dimensions)
        box->unit = box->memory->element_bytes;
    box->readable = read_triple(call, box->region_arg, box->region) &&
                    (box->origin_arg < 0 || read_triple(call, box->origin_arg, box->origin));
    box->row_pitch = box->row_given = box->row_arg < 0 ? 0 : call->args[box->row_arg];
    box->slice_pitch = box->slice_given = box->slice_arg < 0 ? 0 : call->args[box->slice_arg];
    if (box->memory->layers_by_slice && box->slice_pitch)
        box->row_pitch = box->slice_pitch;
    if (box->readable && box->unit)
        iq_box_measure(box);
    if (box->readable && role->offset) /* rows without gaps, after an offset */
        box->first = call->args[role->offset - 1], box->end = iq_box_plus(box->end, box->first);
    return true;
}

/* Several rules, and order, ask for the same boxes. */
static const struct iq_box *box_of(const struct iq_call *call, int arg)
{
    struct iq_resolved_rare *rare =
        call->entry->args[arg].region ? iq_resolved_rare(call, arg) : NULL;
    if (!rare)
        return NULL;
    if (!rare->box_known)
        rare->is_box = find_box(call, arg, &rare->box);
    rare->box_known = true;
    return rare->is_box ? &rare->box : NULL;
}

bool iq_cl_box_of(const struct iq_call *call, int arg, struct iq_box *copy)
{
    const struct iq_box *box = box_of(call, arg);
    if (box)
        *copy = *box;
    return box;
}

uint64_t iq_cl_box_host_bytes(const struct iq_call *call, int arg)
{
    const struct iq_box *box = box_of(call, arg);
    return box && box->readable && box->unit && box->end != UINT64_MAX && box->end > box->first
               ? box->end
               : 0;
}

bool iq_cl_box_bytes(const struct iq_call *call, int arg, uint64_t *first, uint64_t *end)
{
    const struct iq_arg *role = &call->entry->args[arg];
    if (role->region) {
        const struct iq_box *box = box_of(call, arg);
        if (!box || !box->readable ||
            (!box->host && box->object && box->object->kind == IQ_KIND_CL_IMAGE))
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

/* Floats for the channels of a pixel make the host's rows up to FACTOR times as long as the
 * image's. */
static bool brings_floats(const struct iq_box *box, uint64_t at, struct iq_pixels *pixels)
{
    enum { FACTOR = 4 };
    uint64_t row = box->region[0] * box->unit;
    if (!row || box->row_pitch < row || box->row_pitch % row || box->row_pitch / row > FACTOR)
        return false;
    return box->row_pitch == row
               ? iq_pixels_are_floats(at + box->first, box->end - box->first, pixels)
               : iq_pixels_rows_are_floats(at + box->first, row, box->region[1], box->row_pitch,
                                           pixels);
}

/* Numbers of 16 bits for an image of one byte a pixel are twice as much: the host's rows are twice
 * as long, or its block is twice as large.  One half of a larger image has such rows, too. */
static bool brings_words(const struct iq_box *box, uint64_t at, uint64_t have,
                         struct iq_pixels *pixels)
{
    uint64_t row = box->region[0] * box->unit, bytes = box->end - box->first;
    if (box->unit != 1 || !row)
        return false;
    if (box->row_pitch == 2 * row)
        return iq_pixels_are_words(at + box->first, bytes, pixels);
    return box->row_pitch == row && !box->first && have == 2 * bytes &&
           iq_pixels_are_words(at, have, pixels);
}

/* The first times that an image of bytes is written. */
static void check_pixels(struct iq_call *call, int arg, const struct iq_box *box)
{
    struct iq_memobj *image = (struct iq_memobj *)(uintptr_t)box->memory;
    const struct iq_handle *handle = iq_cl_object(call, call->entry->args[arg].image - 1);
    struct iq_pixels pixels = { .format = image->channel_name };
    struct iq_hostheap_block block;
    if (image->looked == IQ_MEMOBJ_LOOKS || !box->readable || !handle || box->end == UINT64_MAX)
        return;
    image->looked++;
    pixels.needed = box->end - box->first;
    if (iq_resolved_block(call, arg, call->args[arg], &block) == IQ_HOSTHEAP_LIVE)
        pixels.have = block.base + block.size - call->args[arg];
    if (!brings_floats(box, call->args[arg], &pixels) &&
        !brings_words(box, call->args[arg], pixels.have, &pixels))
        return;
    iq_pixels_send(call, arg, handle, &pixels);
}

const struct iq_handle *iq_cl_box_whole(const struct iq_handle *handle, uint64_t *offset)
{
    const struct iq_memobj *memory = iq_memobj_of(handle);
    *offset = memory && memory->is_part ? memory->offset : 0;
    return memory && memory->is_part && handle->owner ? handle->owner : handle;
}

static bool is_power_of_two(uint64_t value) { return value && !(value & (value - 1)); }

/* A box that no rule would have anything to say about: most are. */
static inline bool fits(const struct iq_box *box)
{
    const uint64_t *o = box->origin, *r = box->region;
    const struct iq_memobj *memory = box->memory;
    uint64_t row = r[0] * box->unit;
    if (!box->readable || (int64_t)row <= 0 || !r[1] || !r[2] || box->slice_given ||
        box->end == UINT64_MAX ||
        (box->row_given &&
         (box->row_given < row || !is_power_of_two(box->unit) || box->row_given & (box->unit - 1))))
        return false;
    if (box->host)
        return true;
    if (box->object->kind != IQ_KIND_CL_IMAGE)
        return box->end <= iq_memobj_of(box->object)->size;
    return memory->levels < 2 && o[0] <= memory->extent[0] && r[0] <= memory->extent[0] - o[0] &&
           o[1] <= memory->extent[1] && r[1] <= memory->extent[1] - o[1] &&
           o[2] <= memory->extent[2] && r[2] <= memory->extent[2] - o[2];
}

/* Rows of buffers that begin between pitches are refused by some drivers only. */
static struct iq_box_access access_to(const struct iq_call *call, int arg, const struct iq_box *box)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const struct iq_memobj *memory = box->memory;
    uint64_t row = box->region[0] * box->unit, pitch = box->row_given ? box->row_given : row;
    bool image = !box->host && box->object->kind == IQ_KIND_CL_IMAGE;
    struct iq_box_name region = { box->region_arg, NULL };
    struct iq_box_access access = {
        .box = box,
        .object = box->host ? iq_cl_object(call, role->image - 1) : box->object,
        .thing = IQ_BOX_ARGUMENT,
        .origin = { role->offset ? role->offset - 1 : box->origin_arg, NULL },
        .size = { region, region, region },
        .row = { box->row_arg, NULL },
        .slice = { box->slice_arg, NULL },
        .format = { arg, NULL },
        .row_least = row,
        .slice_least = memory->layers_by_slice ? row : pitch * box->region[1],
        .row_multiple = box->row_arg < 0 || box->unit <= 1 ? 0 : box->unit,
        .slice_multiple = memory->dimensions ? 0 : pitch,
        .bytes = image || box->host ? 0 : iq_memobj_of(box->object)->size,
        .linear = role->offset,
        .element_bytes = memory->element_bytes,
        .dimensions = image && memory->levels < 2 ? memory->dimensions : 0,
        .done = IQ_ERROR,
        .failed = IQ_ERROR
    };
    memcpy(access.extent, memory->extent, sizeof access.extent);
    if (image) {
        access.order = memory->order;
        access.channel = memory->channel;
        access.order_name = memory->order_name;
        access.channel_name = memory->channel_name;
    }
    if (!box->host)
        access.whole = iq_cl_box_whole(box->object, &access.base);
    return access;
}

static void send_box(struct iq_call *call, int arg)
{
    const struct iq_box *box = box_of(call, arg), *other = NULL;
    const struct iq_arg *role = &call->entry->args[arg];
    int other_arg = -1;
    struct iq_box_access from;
    if (!box)
        return;
    for (uint32_t left = role->role == IQ_ROLE_WRITE_OBJECT ? call->plan->objects & ~(1u << arg)
                                                            : 0;
         left && !other; left &= left - 1) {
        other_arg = __builtin_ctz(left);
        other = box_of(call, other_arg);
    }
    if (other || !fits(box)) {
        struct iq_box_access access = access_to(call, arg, box);
        if (other) {
            from = access_to(call, other_arg, other);
            access.from = &from;
        }
        iq_box_access_send(call, IQ_PHASE_BEFORE, arg, &access);
    }
    if (box->host && box->memory->byte_channels && role->role == IQ_ROLE_READ)
        check_pixels(call, arg, box);
}

/* Bytes inside of a buffer that is not mapped and that the host has no part in: no rule has
 * anything to say about them. */
static bool is_plain(const struct iq_call *call, int arg, const struct iq_memobj *memory)
{
    const struct iq_plan *plan = call->plan;
    const struct iq_arg *role = &call->entry->args[arg];
    if (!memory->plain || memory->map_count || role->region || role->role == IQ_ROLE_MAP_OBJECT)
        return false;
    uint64_t offset = call->args[role->offset - 1], size = call->args[role->size_arg],
             unit = plan->pattern_size < 0 ? 1 : call->args[plan->pattern_size];
    if (offset > memory->size || size > memory->size - offset || !is_power_of_two(unit) ||
        unit > IQ_MEMOBJ_PATTERN || (offset | size) & (unit - 1))
        return false;
    /* the other side of a copy */
    for (uint32_t left = plan->objects & ~(1u << arg); left; left &= left - 1) {
        int i = __builtin_ctz(left);
        const struct iq_memobj *other = iq_memobj_of(iq_cl_object(call, i));
        if (!other || !other->plain || call->args[i] == call->args[arg])
            return false;
    }
    for (uint32_t left = plan->access; left; left &= left - 1)
        if (!call->args[__builtin_ctz(left)])
            return false;
    return true;
}

/* A part without a shape that is not all inside. */
static void send_bytes(struct iq_call *call, int arg, const struct iq_handle *handle)
{
    const struct iq_arg *role = &call->entry->args[arg];
    uint64_t offset = call->args[role->offset - 1], bytes = call->args[role->size_arg],
             size = iq_memobj_of(handle)->size;
    if (!size || (offset <= size && bytes <= size - offset))
        return;
    struct iq_box box = { .arg = arg,
                          .origin_arg = -1,
                          .region_arg = -1,
                          .row_arg = -1,
                          .slice_arg = -1,
                          .object = handle,
                          .readable = true,
                          .unit = 1,
                          .origin = { offset, 0, 0 },
                          .region = { bytes, 1, 1 } };
    struct iq_box_access access = iq_box_access_of(&box);
    access.object = handle;
    access.thing = IQ_BOX_ARGUMENT;
    access.origin.arg = role->offset - 1;
    access.size[0].arg = access.size[1].arg = access.size[2].arg = role->size_arg;
    access.bytes = size;
    access.linear = true;
    iq_box_measure(&box);
    if (bytes)
        iq_box_access_send(call, IQ_PHASE_BEFORE, arg, &access);
}

void iq_cl_box_send(struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const struct iq_handle *handle = iq_cl_object(call, arg);
    const struct iq_memobj *memory = iq_memobj_of(handle);
    if (!memory || is_plain(call, arg, memory))
        return;
    struct iq_event event = { .verb =
                                  role->role == IQ_ROLE_WRITE_OBJECT ? IQ_VERB_WRITE : IQ_VERB_READ,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .kind = (enum iq_kind)handle->kind,
                              .role = role,
                              .value = call->args[arg],
                              .handle = handle,
                              .bytes.space = IQ_SPACE_DEVICE };
    if (role->region)
        send_box(call, arg);
    struct iq_resolved place = { .call = call->number,
                                 .live = true,
                                 .range = { .base = handle->value,
                                            .size = memory->size,
                                            .kind = handle->kind,
                                            .device = -1,
                                            .created = handle->created } };
    event.place = &place;
    if (!role->region) {
        send_bytes(call, arg, handle);
        event.value = handle->value + call->args[role->offset - 1];
        event.bytes.size = call->args[role->size_arg];
    }
    iq_rule_dispatch(&event);
}

void iq_cl_box_send_host(struct iq_call *call, int arg)
{
    if (call->entry->args[arg].region)
        send_box(call, arg);
}
