/* Boxes in images, arrays, buffers and plain memory: null-pointer, bad-size, pitch-too-small, misaligned, bad-subresource, region-overflow, range-overflow,
 * overlap, bad-format, wrong-kind, bad-flags.  The first of these that is violated, in this order. */
#include <stdio.h>
#include <string.h>

#include "order/box.h"
#include "api_opencl/memobj.h"
#include "rules/rules.h"

static const char *const axes[] = { "width", "height", "depth" };
static const char *const units[] = { "elements", "rows", "slices", "bytes" };

/* A suspicion about the number that the program calls [name], which is [value]. */
static struct iq_suspicion about(const struct iq_event *event, const char *rule, int rank, struct iq_box_name name, uint64_t value)
{
    const struct iq_access *access = event->access;
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
    suspicion.pointer[0] = access->thing;
    suspicion.pointer[1] = access->object;
    return suspicion;
}

/* "an image of 64 x 64 (CL_RGBA, CL_UNORM_INT8, 4 bytes per element)"; interned. */
static const char *form_of(const struct iq_access *access)
{
    char buffer[160];
    struct iq_str text;
    const char *kind = access->object ? iq_plain_kind(iq_kind_name((enum iq_kind)access->object->kind)) : "image";
    iq_str_init_buffer(&text, buffer, sizeof buffer);
    iq_str_printf(&text, "%s %s of ", strchr("aeiou", *kind) ? "an" : "a", kind);
    for (uint32_t i = 0; i < access->dimensions; i++)
        iq_str_printf(&text, "%s%llu", i ? " x " : "", (unsigned long long)(access->extent[i] / (!i && access->in_bytes ? access->element_bytes : 1)));
    if (!access->dimensions)
        iq_str_puts(&text, "several levels");
    if (access->order_name && access->channel_name)
        iq_str_printf(&text, " (%s, %s, %u bytes per element)", access->order_name, access->channel_name, access->element_bytes);
    else if (access->element_bytes)
        iq_str_printf(&text, " elements of %u byte%s", access->element_bytes, access->element_bytes == 1 ? "" : "s");
    return iq_name_intern(buffer);
}

/* --- null-pointer ------------------------------------------------------------------------------------------------- */

static void explain_null(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL", iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "the call reads three sizes there: x, y and z");
    iq_str_puts(&words->fix, "pass the address of an array of three size_t");
}

static bool check_null(const struct iq_event *event)
{
    const struct iq_box_name names[] = { { event->access->box->region_arg, NULL }, { event->access->box->origin_arg, NULL } };
    for (int i = 0; i < 2 && !event->access->prefix; i++) {
        if (names[i].arg < 0 || event->call->args[names[i].arg])
            continue;
        struct iq_suspicion suspicion = about(event, "null-pointer", IQ_RANK_NULL + 5, names[i], 0);
        suspicion.explain = explain_null;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- bad-size: a box that is empty or below 0 --------------------------------------------------------------------------------------- */

static void explain_empty(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    int axis = (int)suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s %s", iq_guilty_name(suspicion, call), call->entry->name, suspicion->member ? "is 0" : "");
    if (!suspicion->member)
        iq_str_printf(&words->message, "has a %s of 0", axes[axis]);
    iq_str_printf(&words->cause, "the region {%llu, %llu, %llu} holds nothing; directions that an object does not have count 1",
                  (unsigned long long)suspicion->number[1], (unsigned long long)suspicion->number[2], (unsigned long long)suspicion->number[3]);
    iq_str_printf(&words->fix, axis ? "set the %s to 1 for a copy of one %s" : "skip the call when there is nothing to copy", axes[axis], axis == 1 ? "row" : "slice");
}

static bool check_size(const struct iq_event *event)
{
    const struct iq_box *box = event->access->box;
    for (int i = 0; i < 3; i++) {
        if ((int64_t)box->region[i] > 0)
            continue;
        struct iq_suspicion suspicion = about(event, "bad-size", IQ_RANK_SIZE, event->access->size[i], box->region[i]);
        if (!i && !box->region[i])
            suspicion.done = IQ_SILENT;      /* newer versions allow an empty copy */
        suspicion.number[0] = box->region[i] ? box->region[i] : (uint64_t)i;
        memcpy(&suspicion.number[1], box->region, sizeof box->region);
        suspicion.explain = box->region[i] ? iq_explain_negative : explain_empty;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- pitch-too-small ---------------------------------------------------------------------------------------------- */

void iq_explain_pitch(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long pitch = suspicion->number[0], least = suspicion->number[1], element = suspicion->number[2], count = suspicion->number[3];
    const char *what = suspicion->number[4] ? "slice" : "row", *advice = suspicion->pointer[2], *unit = suspicion->pointer[3];
    iq_str_printf(&words->message, "%s of %s is %llu, less than the %llu %s of a %s", iq_guilty_name(suspicion, call), call->entry->name, pitch, least, unit, what);
    if (!suspicion->number[4] && element > 1 && pitch == count && least == count * element)
        iq_str_printf(&words->cause, "%llu is the width in elements; a pitch counts bytes, and an element has %llu", count, element);
    else
        iq_str_printf(&words->cause, "%ss that begin nearer to each other than one is long would overlap in memory", what);
    if (advice)
        iq_str_puts(&words->fix, advice);
    else
        iq_str_printf(&words->fix, "pass %llu or more, or 0 for %ss without gaps", least, what);
}

static bool suspect_pitch(const struct iq_event *event, bool slice)
{
    const struct iq_access *access = event->access;
    const struct iq_box *box = access->box;
    struct iq_box_name name = slice ? access->slice : access->row;
    uint64_t given = slice ? box->slice_given : box->row_given, least = slice ? access->slice_least : access->row_least;
    if (name.arg < 0 || !given || given >= least)
        return false;
    struct iq_suspicion suspicion = about(event, "pitch-too-small", IQ_RANK_RANGE + 8, name, given);
    memcpy(suspicion.number, (uint64_t[]){ given, least, box->unit, box->region[0], slice }, 5 * sizeof *suspicion.number);
    suspicion.pointer[2] = access->pitch_advice;
    suspicion.pointer[3] = !access->pitch_unit ? "bytes" : slice ? "rows" : access->pitch_unit;
    suspicion.explain = iq_explain_pitch;
    iq_suspect(&suspicion);
    return true;
}

/* --- misaligned: pitches that are no whole number of elements or rows ------------------------------------------------ */

static void check_multiples(const struct iq_event *event)
{
    const struct iq_access *access = event->access;
    const struct iq_box *box = access->box;
    bool row = access->row_multiple && box->row_given % access->row_multiple;
    if (!row && !(access->slice_multiple && box->slice_given % access->slice_multiple))
        return;
    struct iq_suspicion suspicion = about(event, "misaligned", IQ_RANK_RANGE + 4, row ? access->row : access->slice, row ? box->row_given : box->slice_given);
    suspicion.done = IQ_WARNING;        /* some drivers take it */
    suspicion.number[0] = row ? box->row_given : box->slice_given;
    suspicion.number[1] = row ? access->row_multiple : access->slice_multiple;
    suspicion.pointer[0] = row ? "rows are whole numbers of elements" : "slices are whole numbers of rows";
    suspicion.pointer[1] = "0 stands for no gaps";
    suspicion.explain = iq_explain_multiple;
    iq_suspect(&suspicion);
}

/* --- bad-subresource ---------------------------------------------------------------------------------------------- */

static void explain_level(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long levels = suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s names a mip level that ", iq_guilty_name(suspicion, call), call->entry->name);
    iq_put_thing(&words->message, suspicion);
    iq_str_puts(&words->message, " does not have");
    iq_str_printf(&words->cause, "it has %llu level%s, counted from 0, and was ", levels, levels == 1 ? "" : "s");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "pass at most %llu, or make it with more levels", levels - 1);
}

static bool check_level(const struct iq_event *event)
{
    const struct iq_access *access = event->access;
    if (!access->levels || access->number_of_level < access->levels)
        return false;
    struct iq_suspicion suspicion = about(event, "bad-subresource", IQ_RANK_RANGE + 7, access->level, access->number_of_level);
    suspicion.number[0] = access->levels;
    suspicion.explain = explain_level;
    iq_suspect(&suspicion);
    return true;
}

static void explain_layer(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long layers = suspicion->number[0], last = suspicion->number[1];
    iq_str_printf(&words->message, "%s of %s names an array layer that ", iq_guilty_name(suspicion, call), call->entry->name);
    iq_put_thing(&words->message, suspicion);
    iq_str_puts(&words->message, " does not have");
    iq_str_printf(&words->cause, "it has %llu layer%s, counted from 0; the last one that is named is layer %llu. It was ", layers, layers == 1 ? "" : "s", last);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_put_left_out(words, call);
    iq_str_printf(&words->fix, "let baseArrayLayer and layerCount together be at most %llu, or make it with more layers", layers);
}

static bool check_layer(const struct iq_event *event)
{
    const struct iq_access *access = event->access;
    if (!access->layers || access->last_layer < access->layers)
        return false;
    struct iq_suspicion suspicion = about(event, "bad-subresource", IQ_RANK_RANGE + 6, access->layer, IQ_NO_VALUE);
    suspicion.number[0] = access->layers;
    suspicion.number[1] = access->last_layer;
    suspicion.explain = explain_layer;
    iq_suspect(&suspicion);
    return true;
}

/* --- region-overflow: past the edge of an image or array --------------------------------------------------------------- */

void iq_put_left_out(struct iq_words *words, const struct iq_call *call)
{
    if (call->answered && !strncmp(call->entry->name, "vkCmd", 5))
        iq_str_puts(&words->cause, ". The command was left out: it can take a GPU out of service");
}

static void explain_edge(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long offset = suspicion->number[0], size = suspicion->number[1], room = suspicion->number[2], past = offset + size - room;
    unsigned axis = (unsigned)suspicion->number[3] & 3, dimensions = (unsigned)suspicion->number[3] >> 2, element = (unsigned)suspicion->number[4];
    bool in_bytes = suspicion->number[5], negative = (int64_t)offset < 0 || (int64_t)size < 0;
    const char *unit = units[axis || !in_bytes ? axis : 3];
    iq_str_printf(&words->message, "%s of %s ", iq_guilty_name(suspicion, call), call->entry->name);
    if (negative)
        iq_str_printf(&words->message, "begins in front of ");
    else
        iq_str_printf(&words->message, "goes %llu %.*s past the edge of ", past, (int)strlen(unit) - (past == 1), unit);
    iq_put_thing(&words->message, suspicion);
    iq_str_printf(&words->cause, negative ? "%lld %s from %lld on do not fit into %llu: it is " : "%llu %s from %llu on do not fit into %llu: it is ", size, unit, offset, room);
    iq_str_printf(&words->cause, "%s, ", (const char *)suspicion->pointer[2]);
    iq_put_history(&words->cause, &suspicion->object, call);
    if (axis >= dimensions)
        iq_str_printf(&words->cause, "; it has no %s: there the offset is 0 and the size 1", axes[axis]);
    else if (!axis && !in_bytes && element > 1 && size == room * element)
        iq_str_printf(&words->cause, "; %llu is its width in bytes, and here elements are counted", size);
    iq_put_left_out(words, call);
    if (!negative && offset < room)
        iq_str_printf(&words->fix, "copy at most %llu %s from there", room - offset, unit);
    else
        iq_str_printf(&words->fix, "begin below %llu; %s are counted from 0", room, unit);
    if (in_bytes && !axis)
        iq_str_puts(&words->fix, "; widths are in bytes here, offsets too");
}

static bool check_edges(const struct iq_event *event)
{
    const struct iq_access *access = event->access;
    const struct iq_box *box = access->box;
    for (unsigned i = 0; i < 3; i++) {
        uint64_t room = i < access->dimensions ? access->extent[i] : 1;
        if (box->origin[i] <= room && box->region[i] <= room - box->origin[i])
            continue;
        bool begins = box->origin[i] < room || access->origin.arg < 0 || access->origin.member;
        bool in_bytes = !i && access->in_bytes, of_bytes = !i && !in_bytes && access->element_bytes > 1 && box->region[0] == room * access->element_bytes;
        struct iq_suspicion suspicion = about(event, "region-overflow", IQ_RANK_RANGE + (of_bytes ? 9 : 2), begins ? access->size[i] : access->origin, box->region[i]);
        memcpy(suspicion.number, (uint64_t[]){ box->origin[i], box->region[i], room, i | access->dimensions << 2, access->element_bytes, in_bytes },
               6 * sizeof *suspicion.number);
        suspicion.pointer[2] = form_of(access);
        suspicion.explain = explain_edge;
        iq_suspect(&suspicion);
        return true;
    }
    return false;
}

/* --- range-overflow, region-overflow: past the end of memory ---------------------------------------------------------- */

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
    const struct iq_access *access = event->access;
    const struct iq_box *box = access->box;
    if (!access->bytes || (box->end != UINT64_MAX && box->end <= access->bytes))
        return;
    bool overflow = box->end == UINT64_MAX, behind = box->first >= access->bytes && access->origin.arg >= 0;
    int axis = leads_out(box, access->bytes);
    struct iq_suspicion suspicion = about(event, overflow ? "bad-size" : access->linear ? "range-overflow" : "region-overflow", IQ_RANK_RANGE + 1,
                                          behind ? access->origin : access->size[axis], behind ? box->first : box->region[axis]);
    suspicion.access_address = suspicion.object.address + box->first;
    suspicion.access_size = box->end - box->first;
    memcpy(suspicion.number, (uint64_t[]){ box->region[0] * box->unit, box->region[1] > 1 || box->region[2] > 1 ? box->row_pitch : 0, access->row_of_bytes, box->unit },
           4 * sizeof *suspicion.number);
    suspicion.explain = iq_explain_end;
    if (overflow && behind && (int64_t)box->first < 0) {
        suspicion.number[0] = box->first;
        suspicion.explain = iq_explain_negative;
    }
    iq_suspect(&suspicion);
}

/* --- both sides of a copy ----------------------------------------------------------------------------------------- */

static bool apart(uint64_t a, uint64_t b, uint64_t size) { return a > b ? a - b >= size : b - a >= size; }

/* Two boxes of one size, in an image or with equal pitches in one buffer. */
static bool boxes_meet(const struct iq_access *to, const struct iq_access *from)
{
    const struct iq_box *a = to->box, *b = from->box;
    if (to->order)
        return !apart(a->origin[0], b->origin[0], a->region[0]) && !apart(a->origin[1], b->origin[1], a->region[1]) &&
               !apart(a->origin[2], b->origin[2], a->region[2]);
    if (a->row_pitch != b->row_pitch || a->slice_pitch != b->slice_pitch || !a->row_pitch || !a->slice_pitch)
        return false;
    uint64_t first = from->base + b->first, second = to->base + a->first, distance = first > second ? first - second : second - first;
    return distance / a->slice_pitch < a->region[2] && distance % a->slice_pitch / a->row_pitch < a->region[1] && distance % a->row_pitch < a->region[0];
}

static void check_overlap(const struct iq_event *event, const struct iq_access *to, const struct iq_access *from)
{
    if (!to->whole || to->whole != from->whole || !from->box->readable || !to->order != !from->order || !boxes_meet(to, from))
        return;
    struct iq_suspicion suspicion = about(event, "overlap", IQ_RANK_CODE + 5, to->format, 0);
    suspicion.object = iq_object_of_handle(to->whole);
    suspicion.explain = iq_explain_overlap;
    iq_suspect(&suspicion);
}

static void explain_formats(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s copies between %ss of different formats", call->entry->name, suspicion->object.kind);
    iq_str_printf(&words->cause, "the source is %s, %s is %s; a copy moves elements as they are and converts nothing. The destination was ", (const char *)suspicion->pointer[3],
                  iq_guilty_name(suspicion, call), (const char *)suspicion->pointer[2]);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, suspicion->number[0] ? "make both images with one format, or convert with a kernel that reads one and writes the other" :
                "make both with formats of the same size, or copy by way of linear memory");
}

/* Elements go from one to the other as they are; where widths are counted in bytes nobody minds. */
static void check_formats(const struct iq_event *event, const struct iq_access *to, const struct iq_access *from)
{
    bool known = to->order && from->order;
    bool same = known ? to->order == from->order && to->channel == from->channel : to->element_bytes == from->element_bytes;
    if (same || to->in_bytes || (!known && (!to->element_bytes || !from->element_bytes || !to->dimensions || !from->dimensions)))
        return;
    struct iq_suspicion suspicion = about(event, "bad-format", IQ_RANK_CODE + 6, to->format, to->object->value);
    suspicion.number[0] = known;
    suspicion.pointer[2] = form_of(to);
    suspicion.pointer[3] = form_of(from);
    suspicion.explain = explain_formats;
    iq_suspect(&suspicion);
}

/* --- wrong-kind, bad-flags: arrays ---------------------------------------------------------------------------------- */

static void explain_direction(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool target = suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s says that the %s is host memory, but %sArray is on the device", suspicion->member, call->entry->name,
                  target ? "destination" : "source", target ? "dst" : "src");
    iq_str_puts(&words->cause, "arrays are device memory, whatever the other side is");
    iq_str_printf(&words->fix, "set kind to %s, or to cudaMemcpyDefault", target ? "cudaMemcpyHostToDevice or cudaMemcpyDeviceToDevice" :
                  "cudaMemcpyDeviceToHost or cudaMemcpyDeviceToDevice");
}

static void explain_both(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *side = suspicion->number[0] ? "dst" : "src";
    iq_str_printf(&words->message, "%s names an array and an address as one side of the copy: %sArray and %sPtr", call->entry->name, side, side);
    iq_str_puts(&words->cause, "a side is an array or pitched memory; the other of the two must be 0");
    iq_str_puts(&words->fix, "start from a struct that is zeroed, and set one of the two");
}

static bool check_array(const struct iq_event *event)
{
    const struct iq_access *access = event->access;
    if (!access->is_ambiguous && !access->says_host)
        return false;
    struct iq_suspicion suspicion = access->is_ambiguous ?
        about(event, "bad-flags", IQ_RANK_RANGE + 8, (struct iq_box_name){ access->format.arg, access->is_source ? "srcPtr" : "dstPtr" }, IQ_NO_VALUE) :
        about(event, "wrong-kind", IQ_RANK_FOREIGN, (struct iq_box_name){ access->format.arg, "kind" }, access->kind);
    suspicion.number[0] = !access->is_source;
    suspicion.explain = access->is_ambiguous ? explain_both : explain_direction;
    iq_suspect(&suspicion);
    return access->is_ambiguous;
}

static void check(const struct iq_event *event)
{
    const struct iq_access *access = event->access;
    const struct iq_box *box = access->box;
    if (check_null(event) || !box->readable || !box->unit)
        return;
    if (access->from) {
        check_formats(event, access, access->from);
        check_overlap(event, access, access->from);
    }
    if (check_array(event) || check_size(event) || suspect_pitch(event, false) || suspect_pitch(event, true))
        return;
    check_multiples(event);
    if (!check_level(event) && !check_layer(event) && !(access->dimensions && check_edges(event)) && !access->dimensions)
        check_end(event);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(BOX), IQ_PHASE_BEFORE, check, NULL },
    { IQ_BIT(BOX), IQ_PHASE_FAILED, check, NULL },
};
const struct iq_rule_family iq_rules_box = { "box", subscriptions, IQ_COUNT_OF(subscriptions) };
