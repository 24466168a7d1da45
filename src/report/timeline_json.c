#include "report/timeline_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "report/json_value.h"

/* Bounds of what is read, somewhat above what is written. */
enum { CALLS_MOST = 100000, LANES_MOST = 100000, PARTS_MOST = 64, WORD_MOST = 4096 };

static const char *const kinds[IQ_TIMELINE_KINDS] = { "other", "allocate", "free",
                                                      "copy",  "kernel",   "wait" };

static void put_number(json_t *object, const char *name, uint64_t value)
{
    json_object_set_new(object, name,
                        json_integer(value <= INT64_MAX ? (json_int_t)value : INT64_MAX));
}

static void put_word(json_t *object, const char *name, const char *word)
{
    if (word && *word)
        json_object_set_new(object, name, iq_json_safe(word));
}

/* Times count from the first call. */
static json_t *call_json(const struct iq_timeline_call *call, uint64_t origin_ns)
{
    json_t *object = json_object();
    put_number(object, "number", call->number);
    put_word(object, "api", call->api);
    put_word(object, "kernel", call->kernel);
    json_object_set_new(object, "kind", json_string(kinds[call->kind]));
    put_word(object, "place", call->place);
    put_number(object, "thread", call->thread);
    put_number(object, "start_ns", call->start_ns - origin_ns);
    put_number(object, "spent_ns", call->spent_ns);
    if (call->until_ns > origin_ns)
        put_number(object, "until_ns", call->until_ns - origin_ns);
    if (call->lane)
        put_number(object, "stream", call->lane - 1);
    if (call->object)
        json_object_set_new(object, "object", iq_json_hex(call->object));
    if (call->bytes)
        put_number(object, "bytes", call->bytes);
    put_number(object, "bytes_in_use", call->bytes_in_use);
    if (call->result)
        json_object_set_new(object, "result", json_integer(call->result));
    if (call->failed)
        json_object_set_new(object, "failed", json_true());
    if (call->answered)
        json_object_set_new(object, "answered", json_true());
    put_word(object, "mark", call->mark);
    put_word(object, "range", call->range);
    return object;
}

static json_t *figure_json(const struct iq_timeline_figure *figure)
{
    json_t *object = json_object(), *parts = json_array();
    put_number(object, "call", figure->at);
    put_number(object, "first", figure->first);
    put_number(object, "last", figure->last);
    for (uint32_t i = 0; i < figure->part_count; i++) {
        json_t *part = json_object();
        put_number(part, "call", figure->parts[i].call);
        put_word(part, "what", figure->parts[i].what);
        json_array_append_new(parts, part);
    }
    json_object_set_new(object, "related", parts);
    return object;
}

void iq_timeline_put_figure(json_t *object, const struct iq_timeline *timeline,
                            const struct iq_finding *finding)
{
    const struct iq_timeline_figure *figure = iq_timeline_of(timeline, finding);
    if (figure)
        json_object_set_new(object, "timeline", figure_json(figure));
}

void iq_timeline_put_calls(json_t *root, const struct iq_timeline *timeline,
                           const struct iq_document *document, bool by_id)
{
    json_t *member = json_object(), *calls = json_array(), *streams = json_array(),
           *findings = json_object();
    for (size_t i = 0; i < timeline->lanes.count; i++)
        json_array_append_new(streams, iq_json_safe(timeline->lanes.data[i]));
    for (size_t i = 0; i < timeline->calls.count; i++)
        json_array_append_new(
            calls, call_json(&timeline->calls.data[i], timeline->calls.data[0].start_ns));
    for (size_t i = 0; i < document->findings.count && by_id; i++) {
        const struct iq_finding *finding = &document->findings.data[i];
        const struct iq_timeline_figure *figure = iq_timeline_of(timeline, finding);
        char id[24];
        snprintf(id, sizeof id, "%" PRIu64, finding->id);
        if (figure)
            json_object_set_new(findings, id, figure_json(figure));
    }
    json_object_set_new(member, "streams", streams);
    json_object_set_new(member, "calls", calls);
    if (by_id)
        json_object_set(member, "findings", findings);
    if (timeline->calls.count)
        json_object_set(root, "timeline", member);
    json_decref(findings);
    json_decref(member);
}

/* --- back --------------------------------------------------------------------------------- */

/* A number that may be absent: then it stays 0. */
static bool read_number(json_t *object, const char *name, uint64_t most, uint64_t *number)
{
    json_t *value = json_object_get(object, name);
    *number = 0;
    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t)json_integer_value(value) > most)
        return false;
    *number = (uint64_t)json_integer_value(value);
    return true;
}

static bool read_small(json_t *object, const char *name, uint32_t most, uint32_t *number)
{
    uint64_t value;
    bool read = read_number(object, name, most, &value);
    *number = read ? (uint32_t)value : 0;
    return read;
}

static bool read_word(struct iq_document *document, json_t *object, const char *name,
                      const char **word)
{
    json_t *value = json_object_get(object, name);
    *word = NULL;
    if (!value)
        return true;
    if (!json_is_string(value) || json_string_length(value) > WORD_MOST)
        return false;
    *word = iq_document_copy(document, json_string_value(value), json_string_length(value));
    return *word;
}

static bool read_object(json_t *object, uint64_t *address)
{
    json_t *value = json_object_get(object, "object");
    const char *text = json_string_value(value);
    char *end;
    if (!value)
        return true;
    if (!text || strncmp(text, "0x", 2) != 0 || strlen(text) > 18)
        return false;
    *address = strtoull(text, &end, 16);
    return !*end;
}

static bool read_kind(json_t *object, enum iq_timeline_kind *kind)
{
    const char *text = json_string_value(json_object_get(object, "kind"));
    for (int i = 0; i < IQ_TIMELINE_KINDS; i++)
        if (text && !strcmp(text, kinds[i]))
            *kind = (enum iq_timeline_kind)i;
    return text; /* one of a newer inquest is "other" */
}

static bool read_call(struct iq_document *document, json_t *from, struct iq_timeline_call *call)
{
    const uint64_t most = INT64_MAX / 2; /* sums of two are numbers, too */
    json_t *result = json_object_get(from, "result"), *stream = json_object_get(from, "stream");
    size_t lanes = document->timeline_lanes.count;
    if (!read_number(from, "number", most, &call->number) ||
        !read_number(from, "start_ns", most, &call->start_ns) ||
        !read_number(from, "spent_ns", most, &call->spent_ns) ||
        !read_number(from, "until_ns", most, &call->until_ns) ||
        !read_number(from, "bytes", INT64_MAX, &call->bytes) ||
        !read_number(from, "bytes_in_use", INT64_MAX, &call->bytes_in_use) ||
        !read_small(from, "thread", UINT32_MAX, &call->thread) || !read_kind(from, &call->kind) ||
        !read_object(from, &call->object) || (result && !json_is_integer(result)))
        return false;
    if (stream) {
        if (!lanes || !read_small(from, "stream", (uint32_t)lanes - 1, &call->lane))
            return false;
        call->lane++;
    }
    call->result = (int32_t)json_integer_value(result);
    call->failed = json_is_true(json_object_get(from, "failed"));
    call->answered = json_is_true(json_object_get(from, "answered"));
    return read_word(document, from, "api", &call->api) &&
           read_word(document, from, "kernel", &call->kernel) &&
           read_word(document, from, "place", &call->place) &&
           read_word(document, from, "mark", &call->mark) &&
           read_word(document, from, "range", &call->range);
}

static int read_lanes(struct iq_document *document, json_t *streams)
{
    if (!json_is_array(streams) || json_array_size(streams) > LANES_MOST)
        return IQ_EFORMAT;
    for (size_t i = 0; i < json_array_size(streams); i++) {
        json_t *name = json_array_get(streams, i);
        if (!json_is_string(name) || json_string_length(name) > WORD_MOST)
            return IQ_EFORMAT;
        if (iq_vec_push(
                &document->timeline_lanes,
                iq_document_copy(document, json_string_value(name), json_string_length(name))))
            return IQ_ENOMEM;
    }
    return 0;
}

int iq_timeline_read_calls(struct iq_document *document, json_t *root)
{
    json_t *member = json_object_get(root, "timeline"), *calls = json_object_get(member, "calls");
    if (!member)
        return 0;
    if (!json_is_array(calls) || json_array_size(calls) > CALLS_MOST)
        return IQ_EFORMAT;
    int failed = read_lanes(document, json_object_get(member, "streams"));
    for (size_t i = 0; i < json_array_size(calls) && !failed; i++) {
        struct iq_timeline_call call = { 0 };
        if (!read_call(document, json_array_get(calls, i), &call) ||
            (i && call.start_ns < document->timeline.data[i - 1].start_ns))
            return IQ_EFORMAT;
        failed = iq_vec_push(&document->timeline, call);
    }
    return failed;
}

int iq_timeline_read_figure(struct iq_document *document, json_t *object,
                            struct iq_finding *finding)
{
    json_t *from = json_object_get(object, "timeline"), *parts = json_object_get(from, "related");
    size_t count = json_array_size(parts);
    uint32_t most = (uint32_t)document->timeline.count - 1;
    if (!from)
        return 0;
    if (!document->timeline.count || count > PARTS_MOST || (parts && !json_is_array(parts)))
        return IQ_EFORMAT;
    struct iq_timeline_figure *figure =
        iq_arena_get(&document->arena, sizeof *figure + count * sizeof *figure->parts);
    if (!figure)
        return IQ_ENOMEM;
    if (!read_small(from, "call", most, &figure->at) ||
        !read_small(from, "first", figure->at, &figure->first) ||
        !read_small(from, "last", most, &figure->last) || figure->last < figure->at)
        return IQ_EFORMAT;
    for (; figure->part_count < count; figure->part_count++) {
        struct iq_timeline_part *part = &figure->parts[figure->part_count];
        json_t *one = json_array_get(parts, figure->part_count);
        if (!read_small(one, "call", most, &part->call) ||
            !read_word(document, one, "what", &part->what) || !part->what)
            return IQ_EFORMAT;
    }
    finding->figure = figure;
    return 0;
}
