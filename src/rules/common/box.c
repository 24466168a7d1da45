/* Boxes in images, arrays, buffers and plain memory: null-pointer, bad-size, pitch-too-small,
 * misaligned, bad-subresource, region-overflow, range-overflow, overlap, bad-format, wrong-kind,
 * bad-flags.  The first of these that is violated, in this order. */
#include "order/box.h"

#include <stdio.h>
#include <string.h>

#include "api_opencl/memobj.h"
#include "rules/rules.h"

static const char *const axes[] = { "width", "height", "depth" };
static const char *const units[] = { "elements", "rows", "slices", "bytes" };

/* A suspicion about the number that the program calls [name], which is [value]. */
static struct iq_suspicion about_box(const struct iq_event *event, enum iq_rule_id rule, int rank,
                                     struct iq_box_name name, uint64_t value)
{
    const struct iq_box_access *access = event->access.region;
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, name.arg);
    char path[128];
    suspicion.done = access->done;
    suspicion.failed = access->failed;
    suspicion.contain = access->contain;
    if (name.member) {
        snprintf(path, sizeof path, "%s%s", access->prefix, name.member);
        suspicion.member = iq_name_intern(path);
        suspicion.member_value = value;
    }
    if (access->object)
        suspicion.object = iq_object_of_handle(access->object);
    else if (access->range)
        suspicion.object = iq_object_of_range(access->range);
    if (access->bytes)
        suspicion.object.size = access->bytes;
    return suspicion;
}

/* What a sentence calls the thing with the box in it. */
static struct iq_thing thing_of(const struct iq_event *event)
{
    static const char *const names[] = { [IQ_BOX_ARRAY] = "the array",
                                         [IQ_BOX_BUFFER] = "the buffer",
                                         [IQ_BOX_SOURCE] = "the source",
                                         [IQ_BOX_DESTINATION] = "the destination",
                                         [IQ_BOX_POINTER] = "the memory at devPtr" };
    const struct iq_box_access *access = event->access.region;
    return (struct iq_thing){ access->thing == IQ_BOX_ARGUMENT
                                  ? event->call->entry->args[event->arg].name
                                  : names[access->thing],
                              access->object };
}

/* "an image of 64 x 64 (CL_RGBA, CL_UNORM_INT8, 4 bytes per element)"; interned. */
static const char *form_of(const struct iq_box_access *access)
{
    char buffer[160];
    struct iq_str text;
    const char *kind =
        access->object ? iq_plain_kind(iq_kind_name((enum iq_kind)access->object->kind)) : "image";
    iq_str_init_buffer(&text, buffer, sizeof buffer);
    iq_str_printf(&text, "%s %s of ", strchr("aeiou", *kind) ? "an" : "a", kind);
    for (uint32_t i = 0; i < access->dimensions; i++)
        iq_str_printf(&text, "%s%llu", i ? " x " : "",
                      (unsigned long long)(access->extent[i] /
                                           (!i && access->in_bytes ? access->element_bytes : 1)));
    if (!access->dimensions)
        iq_str_puts(&text, "several levels");
    if (access->order_name && access->channel_name)
        iq_str_printf(&text, " (%s, %s, %u bytes per element)", access->order_name,
                      access->channel_name, access->element_bytes);
    else if (access->element_bytes)
        iq_str_printf(&text, " elements of %u byte%s", access->element_bytes,
                      access->element_bytes == 1 ? "" : "s");
    return iq_name_intern(buffer);
}

/* --- null-pointer
 * ------------------------------------------------------------------------------------------
 */

static void explain_null(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "the call reads three sizes from this address: x, y and z");
    iq_str_puts(&words->fix, "pass the address of an array of three size_t");
}

static bool check_null(const struct iq_event *event)
{
    const struct iq_box_name names[] = { { event->access.region->box->region_arg, NULL },
                                         { event->access.region->box->origin_arg, NULL } };
    for (int i = 0; i < 2 && !event->access.region->prefix; i++) {
        if (names[i].arg < 0 || event->call->args[names[i].arg])
            continue;
        struct iq_suspicion suspicion =
            about_box(event, IQ_RULE_NULL_POINTER, IQ_RANK_NULL + 5, names[i], 0);
        suspicion.explain = explain_null;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- bad-size: a box that is empty or below 0
 * --------------------------------------------------------------------------------------- */

struct explain_empty {
    unsigned axis; /* of the first size that is 0 */
    uint64_t region[3];
};
static void explain_empty(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_empty *evidence = IQ_EVIDENCE(explain_empty, suspicion);
    unsigned axis = evidence->axis;
    iq_str_printf(&words->message, "%s of %s %s", iq_guilty_name(suspicion, call),
                  call->entry->name, suspicion->member ? "is 0" : "");
    if (!suspicion->member)
        iq_str_printf(&words->message, "has a %s of 0", axes[axis]);
    iq_str_printf(
        &words->cause,
        "the region {%llu, %llu, %llu} is empty; dimensions that an object does not have must be 1",
        (unsigned long long)evidence->region[0], (unsigned long long)evidence->region[1],
        (unsigned long long)evidence->region[2]);
    iq_str_printf(&words->fix,
                  axis ? "set the %s to 1 for a copy of one %s"
                       : "skip the call when there is nothing to copy",
                  axes[axis], axis == 1 ? "row" : "slice");
}

static bool check_size(const struct iq_event *event)
{
    const struct iq_box *box = event->access.region->box;
    for (unsigned i = 0; i < 3; i++) {
        if ((int64_t)box->region[i] > 0)
            continue;
        struct iq_suspicion suspicion = about_box(event, IQ_RULE_BAD_SIZE, IQ_RANK_SIZE,
                                                  event->access.region->size[i], box->region[i]);
        if (!i && !box->region[i])
            suspicion.done = IQ_SILENT; /* newer versions allow an empty copy */
        if (box->region[i])
            IQ_EXPLAIN(&suspicion, iq_explain_negative, .value = box->region[i]);
        else
            IQ_EXPLAIN(&suspicion, explain_empty, .axis = i,
                       .region = { box->region[0], box->region[1], box->region[2] });
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- pitch-too-small
 * ---------------------------------------------------------------------------------------------- */

void iq_explain_pitch(const struct iq_suspicion *suspicion, struct iq_call *call,
                      struct iq_words *words)
{
    const struct iq_explain_pitch *evidence = IQ_EVIDENCE(iq_explain_pitch, suspicion);
    unsigned long long pitch = evidence->pitch, least = evidence->least,
                       element = evidence->element_bytes, count = evidence->elements;
    const char *what = evidence->of_slice ? "slice" : "row";
    bool in_elements = !evidence->of_slice && element > 1 && least == count * element,
         for_bytes = in_elements && count < pitch && count % element == 0;
    iq_str_printf(&words->message, "%s of %s is %llu, less than the %llu %s of a %s",
                  iq_guilty_name(suspicion, call), call->entry->name, pitch, least, evidence->unit,
                  what);
    if (in_elements && pitch == count)
        iq_str_printf(
            &words->cause,
            "%llu is the width in elements, but a pitch is in bytes, and an element has %llu bytes",
            count, element);
    else if (for_bytes)
        iq_str_printf(
            &words->cause,
            "the width of %llu counts elements of %llu bytes; as a number of bytes it fits the pitch",
            count, element);
    else
        iq_str_printf(&words->cause, "with a smaller pitch the %ss would overlap in memory", what);
    if (for_bytes)
        iq_str_printf(&words->fix,
                      "pass the width in elements, %llu, if %llu is that in bytes; else ",
                      count / element, count);
    if (evidence->advice)
        iq_str_puts(&words->fix, evidence->advice);
    else
        iq_str_printf(&words->fix, "pass %llu or more, or 0 for %ss that are tightly packed", least,
                      what);
}

static const char *pitch_unit(enum iq_box_unit unit, bool slice)
{
    if (unit == IQ_BOX_BYTES)
        return "bytes";
    return slice ? "rows" : unit == IQ_BOX_TEXELS ? "texels" : "elements";
}

static bool suspect_pitch(const struct iq_event *event, bool slice)
{
    const struct iq_box_access *access = event->access.region;
    const struct iq_box *box = access->box;
    struct iq_box_name name = slice ? access->slice : access->row;
    uint64_t given = slice ? box->slice_given : box->row_given,
             least = slice ? access->slice_least : access->row_least;
    if (name.arg < 0 || !given || given >= least)
        return false;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_PITCH_TOO_SMALL, IQ_RANK_RANGE + 8, name, given);
    IQ_EXPLAIN(&suspicion, iq_explain_pitch, .pitch = given, .least = least,
               .unit = pitch_unit(access->pitch_unit, slice), .element_bytes = box->unit,
               .elements = box->region[0], .of_slice = slice,
               .advice = access->is_pitched ? IQ_PITCH_ADVICE : NULL);
    iq_suspect(&suspicion);
    return true;
}

/* A row's length of 0 where that does not mean that there are no gaps: some drivers may take it. */
static void check_needed_row(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    const struct iq_box *box = access->box;
    if (!access->needs_row || box->row_given)
        return;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_PITCH_TOO_SMALL, IQ_RANK_CODE + 6, access->row, 0);
    IQ_EXPLAIN(&suspicion, iq_explain_pitch, .pitch = 0, .least = access->row_least,
               .unit = pitch_unit(access->pitch_unit, false), .element_bytes = box->unit,
               .elements = box->region[0], .of_slice = false, .advice = IQ_PITCH_ADVICE);
    iq_suspect(&suspicion);
}

/* --- bad-size: pitches that are too long, and offsets below 0
 * ---------------------------------------------------------------------------------------------- */

struct explain_long_row {
    uint64_t pitch, most;
};
static void explain_long_row(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct explain_long_row *evidence = IQ_EVIDENCE(explain_long_row, suspicion);
    iq_str_printf(&words->message, "%s of %s is %llu, more than the largest pitch of %llu bytes",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  (unsigned long long)evidence->pitch, (unsigned long long)evidence->most);
    iq_str_puts(
        &words->cause,
        "a pitch is the number of bytes from the start of a row to the start of the next one; devices limit it (CU_DEVICE_ATTRIBUTE_MAX_PITCH)");
    iq_str_puts(&words->fix, IQ_PITCH_ADVICE);
}

static bool check_long_row(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    if (!access->row_most || access->box->row_given <= access->row_most)
        return false;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_BAD_SIZE, IQ_RANK_RANGE + 8, access->row, access->box->row_given);
    IQ_EXPLAIN(&suspicion, explain_long_row, .pitch = access->box->row_given,
               .most = access->row_most);
    iq_suspect(&suspicion);
    return true;
}

struct explain_offset {
    int64_t value;
};
static void explain_offset(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s of %s is %lld as a signed number, but an offset is 0 or more",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  (long long)IQ_EVIDENCE(explain_offset, suspicion)->value);
    iq_str_puts(
        &words->cause,
        "offsets are unsigned; such a value comes from a negative number or from a product that overflowed");
    iq_str_puts(&words->fix,
                "check for negative values before the call, or pass the address of the first row");
}

static bool check_offsets(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    for (int k = 0; k < 3; k++) {
        if ((int64_t)access->offset[k] >= 0)
            continue;
        struct iq_suspicion suspicion = about_box(event, IQ_RULE_BAD_SIZE, IQ_RANK_SIZE,
                                                  access->offset_name[k], access->offset[k]);
        IQ_EXPLAIN(&suspicion, explain_offset, .value = (int64_t)access->offset[k]);
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- misaligned: pitches that are no whole number of elements or rows
 * ------------------------------------------------ */

static void check_multiples(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    const struct iq_box *box = access->box;
    bool row = access->row_multiple && box->row_given % access->row_multiple;
    if (!row && !(access->slice_multiple && box->slice_given % access->slice_multiple))
        return;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_MISALIGNED, IQ_RANK_RANGE + 4, row ? access->row : access->slice,
                  row ? box->row_given : box->slice_given);
    suspicion.done = IQ_WARNING; /* some drivers take it */
    IQ_EXPLAIN(&suspicion, iq_explain_multiple, .value = row ? box->row_given : box->slice_given,
               .unit = row ? access->row_multiple : access->slice_multiple,
               .reason =
                   row ? "rows are whole numbers of elements" : "slices are whole numbers of rows",
               .advice = "0 means tightly packed");
    iq_suspect(&suspicion);
}

/* --- bad-size: a pitch of slices for a box that has one
 * ------------------------------------------------ */

static void explain_one_slice(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is not 0, but there is only one slice",
                  iq_guilty_name(suspicion, call), call->entry->name);
    iq_str_puts(&words->cause,
                "it is the distance in bytes from slice to slice; for images without slices it "
                "must be 0, and some drivers refuse one that is longer than the buffer");
    iq_str_puts(&words->fix, "pass 0");
}

static void check_one_slice(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    const struct iq_box *box = access->box;
    if (!iq_is_opencl(event->call->entry) || access->slice.arg < 0 || !box->slice_given ||
        box->region[2] != 1)
        return;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 3, access->slice, box->slice_given);
    suspicion.done = IQ_SILENT;
    suspicion.explain = explain_one_slice;
    iq_suspect(&suspicion);
}

/* --- bad-subresource
 * ---------------------------------------------------------------------------------------------- */

struct explain_level {
    struct iq_thing thing;
    uint64_t levels; /* that it has */
};
static void explain_level(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_level *evidence = IQ_EVIDENCE(explain_level, suspicion);
    unsigned long long levels = evidence->levels;
    iq_str_printf(&words->message, "%s of %s names a mip level that ",
                  iq_guilty_name(suspicion, call), call->entry->name);
    iq_put_thing(&words->message, &evidence->thing, suspicion);
    iq_str_puts(&words->message, " does not have");
    iq_str_printf(&words->cause, "it has %llu level%s, numbered from 0, and was ", levels,
                  levels == 1 ? "" : "s");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "pass at most %llu, or create it with more levels", levels - 1);
}

static bool check_level(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    if (!access->levels || access->number_of_level < access->levels)
        return false;
    struct iq_suspicion suspicion = about_box(event, IQ_RULE_BAD_SUBRESOURCE, IQ_RANK_RANGE + 7,
                                              access->level, access->number_of_level);
    IQ_EXPLAIN(&suspicion, explain_level, .thing = thing_of(event), .levels = access->levels);
    iq_suspect(&suspicion);
    return true;
}

struct explain_layer {
    struct iq_thing thing;
    uint64_t layers; /* that it has */
    uint64_t last;   /* layer that the call names, from 0 */
};
static void explain_layer(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_layer *evidence = IQ_EVIDENCE(explain_layer, suspicion);
    unsigned long long layers = evidence->layers, last = evidence->last;
    iq_str_printf(&words->message, "%s of %s names an array layer that ",
                  iq_guilty_name(suspicion, call), call->entry->name);
    iq_put_thing(&words->message, &evidence->thing, suspicion);
    iq_str_puts(&words->message, " does not have");
    iq_str_printf(
        &words->cause,
        "it has %llu layer%s, numbered from 0, but the call names layers up to %llu; it was ",
        layers, layers == 1 ? "" : "s", last);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_put_left_out(words, call);
    iq_str_printf(
        &words->fix,
        "keep baseArrayLayer + layerCount at or below %llu, or create it with more layers", layers);
}

static bool check_layer(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    if (!access->layers || access->last_layer < access->layers)
        return false;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_BAD_SUBRESOURCE, IQ_RANK_RANGE + 6, access->layer, IQ_NO_VALUE);
    IQ_EXPLAIN(&suspicion, explain_layer, .thing = thing_of(event), .layers = access->layers,
               .last = access->last_layer);
    iq_suspect(&suspicion);
    return true;
}

/* --- region-overflow: past the edge of an image or array
 * --------------------------------------------------------------- */

void iq_put_left_out(struct iq_words *words, const struct iq_call *call)
{
    if (call->answered && iq_entry_records(call->entry))
        iq_str_puts(&words->cause,
                    "; inquest did not forward the command, which can take a GPU out of service");
}

struct explain_edge {
    struct iq_thing thing;
    uint64_t offset, size, room; /* along .axis, in elements, rows and slices, or in bytes */
    uint8_t axis, dimensions;    /* which of those that the object has */
    bool in_bytes;               /* along the first axis */
    bool first_row;              /* there are others, but not for this call */
    uint32_t element_bytes;
    const char *form; /* of the object: "an image of 64 x 64" */
};
static void explain_edge(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_edge *evidence = IQ_EVIDENCE(explain_edge, suspicion);
    unsigned long long offset = evidence->offset, size = evidence->size, room = evidence->room,
                       past = offset + size - room;
    unsigned axis = evidence->axis, element = evidence->element_bytes;
    bool in_bytes = evidence->in_bytes, negative = (int64_t)offset < 0 || (int64_t)size < 0;
    const char *unit = units[axis || !in_bytes ? axis : 3];
    iq_str_printf(&words->message, "%s of %s ", iq_guilty_name(suspicion, call), call->entry->name);
    if (negative)
        iq_str_printf(&words->message, "begins before the start of ");
    else
        iq_str_printf(&words->message, "goes %llu %.*s past the edge of ", past,
                      (int)strlen(unit) - (past == 1), unit);
    iq_put_thing(&words->message, &evidence->thing, suspicion);
    iq_str_printf(&words->cause,
                  negative ? "%lld %s at offset %lld do not fit into %llu; the object is "
                           : "%llu %s at offset %llu do not fit into %llu; the object is ",
                  size, unit, offset, room);
    iq_str_printf(&words->cause, "%s, ", evidence->form);
    iq_put_history(&words->cause, &suspicion->object, call);
    if (axis >= evidence->dimensions)
        iq_str_printf(&words->cause, "; it has no %s: the offset must be 0 and the size 1",
                      axes[axis]);
    else if (!axis && !in_bytes && element > 1 && size == room * element)
        iq_str_printf(&words->cause, "; %llu is its width in bytes, but this call counts elements",
                      size);
    if (evidence->first_row)
        iq_str_printf(&words->cause, "; %s reaches only the first row of an array",
                      call->entry->name);
    iq_put_left_out(words, call);
    if (evidence->first_row) {
        iq_str_printf(&words->fix,
                      "use cuMemcpy2D to copy several rows, or others than the first%s",
                      offset < room ? ", or " : "");
        if (offset >= room)
            return;
    }
    if (!negative && offset < room)
        iq_str_printf(&words->fix, "copy at most %llu %.*s from that offset", room - offset,
                      (int)strlen(unit) - (room - offset == 1), unit);
    else
        iq_str_printf(&words->fix, "begin below %llu; %s are numbered from 0", room, unit);
    if (in_bytes && !axis)
        iq_str_puts(&words->fix, "; widths and offsets are in bytes here");
}

static bool check_edges(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    const struct iq_box *box = access->box;
    for (unsigned i = 0; i < 3; i++) {
        uint64_t room = i < access->dimensions ? access->extent[i] : 1;
        if (box->origin[i] <= room && box->region[i] <= room - box->origin[i])
            continue;
        bool begins = box->origin[i] < room || access->origin.arg < 0 || access->origin.member;
        bool in_bytes = !i && access->in_bytes,
             of_bytes = !i && !in_bytes && access->element_bytes > 1 &&
                        box->region[0] == room * access->element_bytes;
        struct iq_suspicion suspicion =
            about_box(event, IQ_RULE_REGION_OVERFLOW, IQ_RANK_RANGE + (of_bytes ? 9 : 2),
                      begins ? access->size[i] : access->origin, box->region[i]);
        IQ_EXPLAIN(&suspicion, explain_edge, .thing = thing_of(event), .offset = box->origin[i],
                   .size = box->region[i], .room = room, .axis = (uint8_t)i,
                   .dimensions = (uint8_t)access->dimensions, .in_bytes = in_bytes,
                   .first_row = access->first_row, .element_bytes = access->element_bytes,
                   .form = form_of(access));
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- range-overflow, region-overflow: past the end of memory
 * ---------------------------------------------------------- */

/* The direction that first leads out: width, then height, then depth. */
static int leads_out(const struct iq_box *box, uint64_t size)
{
    struct iq_box part = *box;
    for (int i = 2; i > 0; i--) {
        part.region[i] = 1;
        part.end = iq_box_plus(box->first, box->region[0] * box->unit);
        if (i == 2)
            part.end = iq_box_plus(part.end, (box->region[1] - 1) * box->row_pitch);
        if (part.end <= size)
            return i;
    }
    return 0;
}

static void check_end(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    const struct iq_box *box = access->box;
    if (!access->bytes || (box->end != UINT64_MAX && box->end <= access->bytes))
        return;
    bool overflow = box->end == UINT64_MAX,
         behind = box->first >= access->bytes && access->origin.arg >= 0;
    int axis = leads_out(box, access->bytes);
    struct iq_suspicion suspicion =
        about_box(event,
                  overflow         ? IQ_RULE_BAD_SIZE
                  : access->linear ? IQ_RULE_RANGE_OVERFLOW
                                   : IQ_RULE_REGION_OVERFLOW,
                  IQ_RANK_RANGE + 1, behind ? access->origin : access->size[axis],
                  behind ? box->first : box->region[axis]);
    suspicion.access_address = suspicion.object.address + box->first;
    suspicion.access_size = box->end - box->first;
    if (overflow && behind && (int64_t)box->first < 0)
        IQ_EXPLAIN(&suspicion, iq_explain_negative, .value = box->first);
    else
        IQ_EXPLAIN(&suspicion, iq_explain_end, .thing = thing_of(event),
                   .row_bytes = box->region[0] * box->unit,
                   .pitch = box->region[1] > 1 || box->region[2] > 1 ? box->row_pitch : 0,
                   .element_bytes = box->unit, .row_of_bytes = access->row_of_bytes);
    iq_suspect(&suspicion);
}

/* --- both sides of a copy
 * ----------------------------------------------------------------------------------------- */

static bool apart(uint64_t a, uint64_t b, uint64_t size)
{
    return a > b ? a - b >= size : b - a >= size;
}

/* Two boxes of one size, in an image or with equal pitches in one buffer. */
static bool boxes_meet(const struct iq_box_access *to, const struct iq_box_access *from)
{
    const struct iq_box *a = to->box, *b = from->box;
    if (to->order)
        return !apart(a->origin[0], b->origin[0], a->region[0]) &&
               !apart(a->origin[1], b->origin[1], a->region[1]) &&
               !apart(a->origin[2], b->origin[2], a->region[2]);
    if (a->row_pitch != b->row_pitch || a->slice_pitch != b->slice_pitch || !a->row_pitch ||
        !a->slice_pitch)
        return false;
    uint64_t first = from->base + b->first, second = to->base + a->first,
             distance = first > second ? first - second : second - first;
    return distance / a->slice_pitch < a->region[2] &&
           distance % a->slice_pitch / a->row_pitch < a->region[1] &&
           distance % a->row_pitch < a->region[0];
}

static void check_overlap(const struct iq_event *event, const struct iq_box_access *to,
                          const struct iq_box_access *from)
{
    if (!to->whole || to->whole != from->whole || !from->box->readable ||
        !to->order != !from->order || !boxes_meet(to, from))
        return;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_OVERLAP, IQ_RANK_CODE + 5, to->format, 0);
    suspicion.object = iq_object_of_handle(to->whole);
    IQ_EXPLAIN(&suspicion, iq_explain_overlap, .bytes = 0);
    iq_suspect(&suspicion);
}

struct explain_formats {
    bool opencl;                 /* both are images of OpenCL */
    const char *target, *source; /* "an image of 64 x 64" */
};
static void explain_formats(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct explain_formats *evidence = IQ_EVIDENCE(explain_formats, suspicion);
    iq_str_printf(&words->message, "%s copies between %ss of different formats", call->entry->name,
                  suspicion->object.kind);
    iq_str_printf(
        &words->cause,
        "the source is %s, %s is %s; a copy does not convert elements; the destination was ",
        evidence->source, iq_guilty_name(suspicion, call), evidence->target);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        evidence->opencl
            ? "create both images with the same format, or convert with a kernel that reads one and writes the other"
            : "create both with elements of the same size, or copy through linear memory");
}

/* Elements go from one to the other as they are; where widths are counted in bytes nobody minds. */
static void check_formats(const struct iq_event *event, const struct iq_box_access *to,
                          const struct iq_box_access *from)
{
    bool known = to->order && from->order;
    bool same = known ? to->order == from->order && to->channel == from->channel
                      : to->element_bytes == from->element_bytes;
    if (same || to->in_bytes ||
        (!known &&
         (!to->element_bytes || !from->element_bytes || !to->dimensions || !from->dimensions)))
        return;
    struct iq_suspicion suspicion =
        about_box(event, IQ_RULE_BAD_FORMAT, IQ_RANK_CODE + 6, to->format, to->object->value);
    IQ_EXPLAIN(&suspicion, explain_formats, .opencl = known, .target = form_of(to),
               .source = form_of(from));
    iq_suspect(&suspicion);
}

/* --- wrong-kind, bad-flags: arrays
 * ---------------------------------------------------------------------------------- */

struct explain_direction {
    bool of_target; /* the side that kind describes wrongly; else the source */
};
static void explain_direction(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    bool target = IQ_EVIDENCE(explain_direction, suspicion)->of_target;
    iq_str_printf(&words->message,
                  "%s of %s says that the %s is host memory, but %sArray is on the device",
                  suspicion->member, call->entry->name, target ? "destination" : "source",
                  target ? "dst" : "src");
    iq_str_puts(&words->cause, "arrays are always device memory");
    iq_str_printf(&words->fix, "set kind to %s, or to cudaMemcpyDefault",
                  target ? "cudaMemcpyHostToDevice or cudaMemcpyDeviceToDevice"
                         : "cudaMemcpyDeviceToHost or cudaMemcpyDeviceToDevice");
}

struct explain_both {
    bool of_target; /* the side that is named twice; else the source */
};
static void explain_both(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *side = IQ_EVIDENCE(explain_both, suspicion)->of_target ? "dst" : "src";
    iq_str_printf(&words->message, "%s sets both %sArray and %sPtr for the same side of the copy",
                  call->entry->name, side, side);
    iq_str_puts(
        &words->cause,
        "each side of a copy is either an array or pitched memory; the unused member must be 0");
    iq_str_puts(&words->fix, "zero the struct first, then set one of the two");
}

static bool check_array(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    if (!access->is_ambiguous && !access->says_host)
        return false;
    struct iq_suspicion suspicion =
        access->is_ambiguous
            ? about_box(event, IQ_RULE_BAD_FLAGS, IQ_RANK_RANGE + 8,
                        (struct iq_box_name){ access->format.arg,
                                              access->is_source ? "srcPtr" : "dstPtr" },
                        IQ_NO_VALUE)
            : about_box(event, IQ_RULE_WRONG_KIND, IQ_RANK_FOREIGN,
                        (struct iq_box_name){ access->format.arg, "kind" }, access->kind);
    if (access->is_ambiguous)
        IQ_EXPLAIN(&suspicion, explain_both, .of_target = !access->is_source);
    else
        IQ_EXPLAIN(&suspicion, explain_direction, .of_target = !access->is_source);
    iq_suspect(&suspicion);
    return access->is_ambiguous;
}

static void check_box(const struct iq_event *event)
{
    const struct iq_box_access *access = event->access.region;
    const struct iq_box *box = access ? access->box : NULL;
    if (!access || check_null(event) || !box->readable || !box->unit)
        return;
    if (access->from) {
        check_formats(event, access, access->from);
        check_overlap(event, access, access->from);
    }
    if (check_array(event) || check_size(event) || check_offsets(event) || check_long_row(event) ||
        suspect_pitch(event, false) || suspect_pitch(event, true))
        return;
    check_needed_row(event);
    check_multiples(event);
    check_one_slice(event);
    if (!check_level(event) && !check_layer(event) && !(access->dimensions && check_edges(event)) &&
        !access->dimensions)
        check_end(event);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(ACCESS), IQ_PHASE_BEFORE, check_box, .kinds = IQ_ANY },
    { IQ_ON(ACCESS), IQ_PHASE_FAILED, check_box, .kinds = IQ_ANY },
};
const struct iq_rule_family iq_rules_box = { "box", subscriptions, IQ_COUNT_OF(subscriptions) };
