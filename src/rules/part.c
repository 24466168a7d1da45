/* Boxes and parts of memory objects: null-pointer, bad-size, region-overflow, pitch-too-small, misaligned, overlap, bad-format,
 * range-overflow.  Judged before the call, since drivers differ in what they let through. */
#include <string.h>

#include "core/part.h"
#include "core/walk.h"
#include "core/plan.h"
#include "rules/rules.h"

static const char *const axes[] = { "x", "y", "z" };
static const char *const directions[] = { "width", "height", "depth" };

static struct iq_suspicion about(const struct iq_event *event, const char *rule, int rank, int arg)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, arg);
    suspicion.done = IQ_ERROR;
    const struct iq_box *box = event->box;
    const struct iq_handle *object = event->handle;
    if (!object && box && event->role->image)
        object = iq_handle_find(IQ_KIND_CL_MEM, event->call->args[event->role->image - 1]);
    if (object)
        suspicion.object = iq_object_of_handle(object);
    return suspicion;
}

static void put_image(struct iq_str *text, const struct iq_memobj *image)
{
    if (!image->dimensions) {
        iq_str_puts(text, "a buffer of ");
        iq_name_bytes(text, image->size);
        return;
    }
    iq_str_puts(text, "an image of ");
    for (uint32_t i = 0; i < image->dimensions; i++)
        iq_str_printf(text, "%s%llu", i ? " x " : "", (unsigned long long)image->extent[i]);
    if (image->order_name && image->channel_name)
        iq_str_printf(text, " (%s, %s, %u bytes per element)", image->order_name, image->channel_name, image->element_bytes);
}

/* --- null-pointer ------------------------------------------------------------------------------------------------- */

static void explain_null(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    iq_str_printf(&words->message, "%s of %s is NULL", name, call->entry->name);
    iq_str_puts(&words->cause, suspicion->number[0] ? "the call reads three sizes there: x, y and z" : "the host's side of the copy is missing");
    iq_str_puts(&words->fix, suspicion->number[0] ? "pass the address of an array of three size_t" :
                "pass the address of host memory; look whether its allocation failed or came too late");
}

static bool check_null(const struct iq_event *event)
{
    const struct iq_box *box = event->box;
    int args[] = { box->region_arg, box->origin_arg };
    for (int i = 0; i < 2; i++) {
        if (args[i] < 0 || event->call->args[args[i]])
            continue;
        struct iq_suspicion suspicion = about(event, "null-pointer", IQ_RANK_NULL + 5, args[i]);
        suspicion.number[0] = 1;
        suspicion.explain = explain_null;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- bad-size: an empty region ------------------------------------------------------------------------------------ */

static void explain_empty(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    int axis = (int)suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s has a %s of 0", iq_arg_name(call, suspicion->arg), call->entry->name, directions[axis]);
    iq_str_printf(&words->cause, "the region {%llu, %llu, %llu} holds nothing; directions that an object does not have count 1",
                  (unsigned long long)suspicion->number[1], (unsigned long long)suspicion->number[2], (unsigned long long)suspicion->number[3]);
    iq_str_printf(&words->fix, axis ? "set %s[%d] to 1 for a copy of one %s" : "skip the call when there is nothing to copy",
                  iq_arg_name(call, suspicion->arg), axis, axis == 1 ? "row" : "slice");
}

static bool check_empty(const struct iq_event *event)
{
    const struct iq_box *box = event->box;
    for (int i = 0; i < 3; i++) {
        if (box->region[i])
            continue;
        struct iq_suspicion suspicion = about(event, "bad-size", IQ_RANK_SIZE, box->region_arg);
        suspicion.done = i ? IQ_ERROR : IQ_SILENT;      /* newer versions allow an empty copy */
        suspicion.number[0] = (uint64_t)i;
        memcpy(&suspicion.number[1], box->region, sizeof box->region);
        suspicion.explain = explain_empty;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- region-overflow, range-overflow ------------------------------------------------------------------------------ */

static void explain_region(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_memobj *image = suspicion->pointer[0];
    unsigned long long origin = suspicion->number[1], region = suspicion->number[2], room = suspicion->number[3];
    int axis = (int)suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s leaves %s in %s: %llu + %llu is more than %llu", iq_arg_name(call, suspicion->arg), call->entry->name,
                  iq_arg_name(call, (int)suspicion->number[4]), axes[axis], origin, region, room);
    iq_str_printf(&words->cause, "%s is ", iq_arg_name(call, (int)suspicion->number[4]));
    put_image(&words->cause, image);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    if ((uint32_t)axis >= image->dimensions)
        iq_str_printf(&words->cause, "; it has no %s: origin[%d] must be 0 and region[%d] must be 1", directions[axis], axis, axis);
    else if (image->element_bytes > 1 && region == room * image->element_bytes)
        iq_str_printf(&words->cause, "; %llu is its %s in bytes: regions of images count elements", region, directions[axis]);
    if (origin < room)
        iq_str_printf(&words->fix, "a region from %s = %llu on may be %llu at most", axes[axis], origin, room - origin);
    else
        iq_str_printf(&words->fix, "an origin in %s is less than %llu; origins count elements from 0", axes[axis], room);
}

static bool check_image(const struct iq_event *event)
{
    const struct iq_box *box = event->box;
    for (int i = 0; i < 3; i++) {
        uint64_t room = box->memory->extent[i];
        if (box->origin[i] <= room && box->region[i] <= room - box->origin[i])
            continue;
        struct iq_suspicion suspicion = about(event, "region-overflow", IQ_RANK_RANGE, box->origin[i] < room ? box->region_arg : box->origin_arg);
        suspicion.number[0] = (uint64_t)i;
        suspicion.number[1] = box->origin[i];
        suspicion.number[2] = box->region[i];
        suspicion.number[3] = room;
        suspicion.number[4] = (uint64_t)event->arg;
        suspicion.pointer[0] = box->memory;
        suspicion.explain = explain_region;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

static void explain_extent(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long first = suspicion->number[0], end = suspicion->number[1], size = suspicion->object.size, pitch = suspicion->number[2];
    iq_str_printf(&words->message, "%s of %s ends %llu bytes behind the end of %s", iq_arg_name(call, suspicion->arg), call->entry->name,
                  end - size, iq_arg_name(call, (int)suspicion->number[3]));
    if (suspicion->number[4])
        iq_str_puts(&words->cause, "the region's elements, one row behind the other without gaps, take");
    else
        iq_str_printf(&words->cause, "with rows that stand %llu bytes apart the region takes", pitch);
    iq_str_printf(&words->cause, " bytes %llu to %llu of ", first, end - 1);
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "copy fewer rows, or make the buffer at least %llu bytes; offsets, pitches and the width of a buffer's region count "
                  "bytes", end);
}

static void check_bytes(const struct iq_event *event)
{
    const struct iq_box *box = event->box;
    const struct iq_memobj *buffer = iq_memobj_of(event->handle);
    bool packed = event->role->offset;
    if (!buffer || !buffer->size || (box->end != UINT64_MAX && box->end <= buffer->size))
        return;
    bool overflow = box->end == UINT64_MAX;
    int arg = packed ? (box->first >= buffer->size ? event->role->offset - 1 : box->region_arg) :
              box->first >= buffer->size ? box->origin_arg : box->region_arg;
    struct iq_suspicion suspicion = about(event, overflow ? "bad-size" : packed ? "range-overflow" : "region-overflow", IQ_RANK_RANGE, arg);
    suspicion.object.size = buffer->size;
    suspicion.access_address = suspicion.object.address + box->first;
    suspicion.access_size = box->end - box->first;
    suspicion.number[0] = box->first;
    suspicion.number[1] = box->end;
    suspicion.number[2] = box->row_pitch;
    suspicion.number[3] = (uint64_t)event->arg;
    suspicion.number[4] = packed;
    suspicion.explain = explain_extent;
    iq_suspect(&suspicion);
}

/* --- pitch-too-small ---------------------------------------------------------------------------------------------- */

static void explain_pitch(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long pitch = suspicion->number[0], least = suspicion->number[1], unit = suspicion->number[2], count = suspicion->number[3];
    const char *what = suspicion->number[4] ? "slice" : "row";
    iq_str_printf(&words->message, "%s of %s is %llu bytes, less than the %llu bytes of a %s", iq_arg_name(call, suspicion->arg), call->entry->name,
                  pitch, least, what);
    if (!suspicion->number[4] && unit > 1 && pitch == count)
        iq_str_printf(&words->cause, "%llu is the width in elements; a pitch counts bytes, and an element has %llu", count, unit);
    else
        iq_str_printf(&words->cause, "the %ss of the region would overlap in memory", what);
    iq_str_printf(&words->fix, "pass %llu or more, or 0 for %ss without gaps", least, what);
}

static bool suspect_pitch(const struct iq_event *event, int arg, uint64_t given, uint64_t least, bool slice)
{
    const struct iq_box *box = event->box;
    if (arg < 0 || !given || given >= least)
        return false;
    struct iq_suspicion suspicion = about(event, "pitch-too-small", IQ_RANK_RANGE + 8, arg);
    suspicion.number[0] = given;
    suspicion.number[1] = least;
    suspicion.number[2] = box->unit;
    suspicion.number[3] = box->region[0];
    suspicion.number[4] = slice;
    suspicion.explain = explain_pitch;
    iq_suspect(&suspicion);
    return true;
}

static bool check_pitch(const struct iq_event *event)
{
    const struct iq_box *box = event->box;
    uint64_t row = box->region[0] * box->unit;
    if (suspect_pitch(event, box->row_arg, box->row_given, row, false))
        return true;
    uint64_t row_pitch = box->row_given ? box->row_given : row;
    bool layers = box->memory->layers_by_slice;
    return suspect_pitch(event, box->slice_arg, box->slice_given, layers ? row : row_pitch * box->region[1], true);
}

static void explain_pitch_unit(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long pitch = suspicion->number[0], unit = suspicion->number[1];
    iq_str_printf(&words->message, "%s of %s must be a multiple of %llu", iq_arg_name(call, suspicion->arg), call->entry->name, unit);
    iq_str_printf(&words->cause, suspicion->number[2] ? "%llu is not a whole number of rows of %llu bytes" :
                  "%llu is not a whole number of elements of %llu bytes", pitch, unit);
    iq_str_printf(&words->fix, "pass %llu, or 0 for no gaps", pitch - pitch % unit + unit);
}

static void check_pitch_unit(const struct iq_event *event)
{
    const struct iq_box *box = event->box;
    uint64_t row = box->row_given ? box->row_given : box->region[0] * box->unit;
    bool by_row = box->row_arg < 0 || box->unit <= 1 || box->row_given % box->unit == 0;
    bool by_slice = !box->memory->dimensions && box->slice_given && row && box->slice_given % row;
    if (by_row && !by_slice)
        return;
    struct iq_suspicion suspicion = about(event, "misaligned", IQ_RANK_RANGE + 4, by_row ? box->slice_arg : box->row_arg);
    suspicion.done = IQ_WARNING;
    suspicion.number[0] = by_row ? box->slice_given : box->row_given;
    suspicion.number[1] = by_row ? row : box->unit;
    suspicion.number[2] = by_row;
    suspicion.explain = explain_pitch_unit;
    iq_suspect(&suspicion);
}

static void check_box(const struct iq_event *event)
{
    const struct iq_box *box = event->box;
    bool image = !box->host && event->handle && event->handle->kind == IQ_KIND_CL_IMAGE;
    if (check_null(event) || !box->readable || !box->unit || check_empty(event) || check_pitch(event))
        return;
    check_pitch_unit(event);
    if (image && box->memory->levels < 2)
        check_image(event);
    else if (!box->host && !image)
        check_bytes(event);
}

/* --- null host pointers of copies --------------------------------------------------------------------------------- */

static void check_host(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    for (uint32_t left = call->plan->access; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (call->args[i] || call->entry->args[i].optional)
            continue;
        struct iq_suspicion suspicion = about(event, "null-pointer", IQ_RANK_NULL, i);
        suspicion.done = event->size || event->role->region ? IQ_ERROR : IQ_SILENT;
        suspicion.explain = explain_null;
        iq_suspect(&suspicion);
    }
}

/* --- overlap ------------------------------------------------------------------------------------------------------ */

static void explain_overlap(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *from = iq_arg_name(call, (int)suspicion->number[0]), *to = iq_arg_name(call, suspicion->arg);
    unsigned long long source = suspicion->number[1], target = suspicion->number[2], size = suspicion->number[3];
    iq_str_printf(&words->message, "source and destination of %s overlap", call->entry->name);
    if (size)
        iq_str_printf(&words->cause, "%llu bytes go from offset %llu to offset %llu of the same memory, only %llu bytes away", size, source, target,
                      target > source ? target - source : source - target);
    else
        iq_str_printf(&words->cause, "%s and %s are the same memory, and the two regions have elements in common", from, to);
    iq_str_puts(&words->cause, "; the order in which elements are copied is not defined, so some may be read after they were overwritten");
    iq_str_puts(&words->fix, "copy through a second object, or in parts that do not overlap");
}

/* The object that holds the bytes of [handle], and where in it they begin. */
static const struct iq_handle *whole_of(const struct iq_handle *handle, uint64_t *offset)
{
    const struct iq_memobj *memory = iq_memobj_of(handle);
    *offset = memory && memory->is_part ? memory->offset : 0;
    return memory && memory->is_part && handle->owner ? handle->owner : handle;
}

static bool apart(uint64_t a, uint64_t b, uint64_t size) { return a > b ? a - b >= size : b - a >= size; }

/* Two boxes of one region, in an image or with equal pitches in one buffer; [base]s of the two in bytes. */
static bool boxes_meet(const struct iq_box *a, const struct iq_box *b, uint64_t base_a, uint64_t base_b)
{
    if (a->memory->dimensions)
        return !apart(a->origin[0], b->origin[0], a->region[0]) && !apart(a->origin[1], b->origin[1], a->region[1]) &&
               !apart(a->origin[2], b->origin[2], a->region[2]);
    if (a->row_pitch != b->row_pitch || a->slice_pitch != b->slice_pitch || !a->row_pitch || !a->slice_pitch)
        return false;
    uint64_t first = base_a + a->first, second = base_b + b->first, distance = first > second ? first - second : second - first;
    return distance / a->slice_pitch < a->region[2] && distance % a->slice_pitch / a->row_pitch < a->region[1] &&
           distance % a->row_pitch < a->region[0];
}

static void suspect_overlap(const struct iq_event *event, int from, const struct iq_handle *whole, const uint64_t numbers[3])
{
    struct iq_suspicion suspicion = about(event, "overlap", IQ_RANK_CODE + 5, event->arg);
    suspicion.object = iq_object_of_handle(whole);
    suspicion.number[0] = (uint64_t)from;
    memcpy(&suspicion.number[1], numbers, 3 * sizeof *numbers);
    suspicion.explain = explain_overlap;
    iq_suspect(&suspicion);
}

/* The written object of a copy against the read one. */
static void check_overlap(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int from = iq_entry_arg(call->entry, IQ_ROLE_READ_OBJECT);
    struct iq_box source, target;
    uint64_t base[2], bytes[2][2];
    if (!call->args[from])
        return;
    const struct iq_handle *other = iq_handle_find(IQ_KIND_CL_MEM, call->args[from]);
    const struct iq_handle *whole = whole_of(event->handle, &base[1]);
    if (!other || whole != whole_of(other, &base[0]))
        return;
    if (!event->role->region) {
        if (iq_part_bytes(call, from, &bytes[0][0], &bytes[0][1]) && iq_part_bytes(call, event->arg, &bytes[1][0], &bytes[1][1]) &&
            !apart(base[0] + bytes[0][0], base[1] + bytes[1][0], bytes[0][1] - bytes[0][0]))
            suspect_overlap(event, from, whole, (uint64_t[]){ base[0] + bytes[0][0], base[1] + bytes[1][0], bytes[0][1] - bytes[0][0] });
    } else if (iq_part_box(call, from, &source) && iq_part_box(call, event->arg, &target) && source.readable && target.readable &&
               source.memory->dimensions == target.memory->dimensions && boxes_meet(&source, &target, base[0], base[1]))
        suspect_overlap(event, from, whole, (uint64_t[]){ 0, 0, 0 });
}

/* --- bad-format: a copy between images of different formats ------------------------------------------------------- */

static void explain_formats(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_memobj *from = suspicion->pointer[0], *to = suspicion->pointer[1];
    iq_str_printf(&words->message, "%s copies between images of different formats", call->entry->name);
    iq_str_printf(&words->cause, "%s is ", iq_arg_name(call, (int)suspicion->number[0]));
    put_image(&words->cause, from);
    iq_str_printf(&words->cause, ", %s is ", iq_arg_name(call, suspicion->arg));
    put_image(&words->cause, to);
    iq_str_puts(&words->cause, "; a copy moves elements as they are and converts nothing");
    iq_str_puts(&words->fix, "make both images with one format, or convert with a kernel that reads one and writes the other");
}

static void check_formats(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int from = iq_entry_arg(call->entry, IQ_ROLE_READ_OBJECT);
    const struct iq_memobj *to = iq_memobj_of(event->handle);
    const struct iq_memobj *source = !call->args[from] ? NULL : iq_memobj_of(iq_handle_find(IQ_KIND_CL_MEM, call->args[from]));
    if (!to || !source || !to->dimensions || !source->dimensions || !to->order || !source->order ||
        (to->order == source->order && to->channel == source->channel))
        return;
    struct iq_suspicion suspicion = about(event, "bad-format", IQ_RANK_CODE + 6, event->arg);
    suspicion.number[0] = (uint64_t)from;
    suspicion.pointer[0] = source;
    suspicion.pointer[1] = to;
    suspicion.explain = explain_formats;
    iq_suspect(&suspicion);
}

static bool has_host_side(const struct iq_entry *entry)
{
    return entry->plan->blocking >= 0 && entry->plan->access;
}

static bool has_source(const struct iq_entry *entry) { return iq_entry_arg(entry, IQ_ROLE_READ_OBJECT) >= 0; }

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(BOX), IQ_PHASE_BEFORE, check_box, NULL },
    { IQ_BIT(READ_OBJECT) | IQ_BIT(WRITE_OBJECT), IQ_PHASE_BEFORE, check_host, has_host_side },
    { IQ_BIT(WRITE_OBJECT), IQ_PHASE_BEFORE, check_overlap, has_source },
    { IQ_BIT(WRITE_OBJECT), IQ_PHASE_BEFORE, check_formats, has_source },
};
const struct iq_rule_family iq_rules_part = { "part", subscriptions, IQ_COUNT_OF(subscriptions) };
