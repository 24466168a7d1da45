/* A timeline for ui.perfetto.dev and chrome://tracing, in the "Trace Event Format" (JSON): a track
 * for each thread with its calls, one for each stream with what was enqueued there, memory in use,
 * and findings as instants, with arrows from where the object was made, ended or met before.
 * What the device did when is not known: a slice on a stream lasts from the call that enqueued it
 * to the next one on that stream, or to the wait after which it is known to be complete. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "base/map.h"
#include "report/json_value.h"
#include "report/report.h"
#include "report/splice.h"
#include "report/timeline.h"
#include "report/view.h"

/* Tracks of streams get thread ids that no thread has. */
enum { STREAM_TRACKS = 1 << 30 };

struct writer {
    struct iq_splice splice;
    const struct iq_document *document;
    struct iq_timeline *timeline; /* of it */
    uint64_t origin_ns;           /* of all documents */
    uint32_t lanes, arrows;       /* lanes: of documents before */
    int failed;
};

/* An event of phase [phase] on track [track]; times are in microseconds there. */
static json_t *event(const struct writer *writer, const char *phase, const char *name,
                     uint32_t track, uint64_t at_ns)
{
    json_t *object = json_object();
    json_object_set_new(object, "ph", json_string(phase));
    json_object_set_new(object, "name", iq_json_safe(name));
    json_object_set_new(object, "pid", json_integer(writer->document->pid));
    json_object_set_new(object, "tid", json_integer(track));
    json_object_set_new(object, "ts", json_real((double)(at_ns - writer->origin_ns) / 1e3));
    return object;
}

static void put(struct writer *writer, json_t *object)
{
    int failed = iq_splice_put(&writer->splice, object);
    writer->failed = writer->failed ? writer->failed : failed;
}

static void put_name(struct writer *writer, const char *what, uint32_t track, const char *name)
{
    json_t *object = event(writer, "M", what, track, writer->origin_ns);
    json_object_set_new(object, "args", json_pack("{s:o}", "name", iq_json_safe(name)));
    put(writer, object);
}

/* What a viewer shows of [call] besides its name. */
static json_t *facts_of(const struct writer *writer, const struct iq_timeline_call *call)
{
    json_t *args = json_object();
    if (call->place)
        json_object_set_new(args, "at", iq_json_safe(call->place));
    if (call->kernel)
        json_object_set_new(args, "kernel", iq_json_safe(call->kernel));
    if (call->bytes)
        json_object_set_new(args, "bytes", json_integer((json_int_t)call->bytes));
    if (call->object)
        json_object_set_new(args, "object", iq_json_hex(call->object));
    if (call->lane)
        json_object_set_new(args, "on", iq_json_safe(writer->timeline->lanes.data[call->lane - 1]));
    if (call->failed)
        json_object_set_new(args, "result", json_integer(call->result));
    if (call->answered)
        json_object_set_new(args, "forwarded", json_false());
    return args;
}

static void put_call(struct writer *writer, const struct iq_timeline_call *call)
{
    json_t *object = event(writer, "X", call->api ? call->api : "?", call->thread, call->start_ns);
    json_object_set_new(object, "dur", json_real((double)call->spent_ns / 1e3));
    json_object_set_new(object, "args", facts_of(writer, call));
    put(writer, object);
}

/* --- streams and memory -------------------------------------------------------------------- */

static uint32_t track_of(const struct writer *writer, uint32_t lane)
{
    return STREAM_TRACKS + writer->lanes + lane;
}

static void put_lanes(struct writer *writer)
{
    for (uint32_t i = 0; i < writer->timeline->lanes.count; i++)
        put_name(writer, "thread_name", track_of(writer, i + 1), writer->timeline->lanes.data[i]);
}

/* What [call] enqueued, on the track of its stream. */
static void put_work(struct writer *writer, const struct iq_timeline_call *call)
{
    const char *api = call->api ? call->api : "?";
    json_t *object = event(writer, "X", call->kernel ? call->kernel : api,
                           track_of(writer, call->lane), call->start_ns);
    json_t *place = call->place ? iq_json_safe(call->place) : NULL;
    json_object_set_new(object, "dur", json_real((double)(call->until_ns - call->start_ns) / 1e3));
    json_object_set_new(object, "args", json_pack("{s:s, s:o*}", "enqueued by", api, "at", place));
    put(writer, object);
}

static void put_memory(struct writer *writer, const struct iq_timeline_call *call)
{
    json_t *object = event(writer, "C", "memory in use", 0, call->start_ns + call->spent_ns);
    json_object_set_new(object, "args",
                        json_pack("{s:I}", "bytes", (json_int_t)call->bytes_in_use));
    put(writer, object);
}

/* --- findings ----------------------------------------------------------------------------- */

static uint64_t middle_of(const struct iq_timeline_call *call)
{
    return call->start_ns + call->spent_ns / 2;
}

static void put_arrow(struct writer *writer, const struct iq_timeline_call *from,
                      const struct iq_timeline_call *to, const char *name)
{
    const struct iq_timeline_call *ends[] = { from, to };
    writer->arrows++;
    for (int i = 0; i < 2; i++) {
        json_t *object = event(writer, i ? "f" : "s", name, ends[i]->thread, middle_of(ends[i]));
        json_object_set_new(object, "cat", json_string("finding"));
        json_object_set_new(object, "id", json_integer(writer->arrows));
        if (i)
            json_object_set_new(object, "bp", json_string("e"));
        put(writer, object);
    }
}

static void put_finding(struct writer *writer, const struct iq_finding *finding)
{
    char name[160];
    const struct iq_timeline_figure *figure = iq_timeline_of(writer->timeline, finding);
    const struct iq_timeline_call *calls = writer->timeline->calls.data,
                                  *call = figure ? &calls[figure->at] : NULL;
    uint64_t at = call                ? middle_of(call)
                  : finding->found_ns ? finding->found_ns
                                      : writer->origin_ns;
    snprintf(name, sizeof name, "%s: %s", iq_severity_name(finding->severity), finding->rule_text);
    json_t *object = event(writer, "i", name, call ? call->thread : 0, at);
    json_t *args = json_object();
    json_object_set_new(object, "s", json_string(call ? "t" : "p"));
    json_object_set_new(args, "message", iq_json_safe(finding->message));
    if (finding->cause)
        json_object_set_new(args, "why", iq_json_safe(finding->cause));
    if (finding->fix)
        json_object_set_new(args, "fix", iq_json_safe(finding->fix));
    json_object_set_new(object, "args", args);
    put(writer, object);
    for (uint32_t i = 0; figure && i < figure->part_count; i++)
        put_arrow(writer, &calls[figure->parts[i].call], call, figure->parts[i].what);
}

/* --- documents ---------------------------------------------------------------------------- */

static void put_process(struct writer *writer)
{
    char name[80];
    const struct iq_document *document = writer->document;
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_puts(&text, iq_view_program(document));
    if (document->rank)
        iq_str_printf(&text, " (rank %s)", document->rank);
    put_name(writer, "process_name", 0, iq_str_text(&text));
    iq_str_finish(&text);
    if ((document->recorded_lost || document->foreign) && writer->timeline->calls.count) {
        if (document->foreign)
            snprintf(name, sizeof name, "only calls near findings are in the saved report");
        else
            snprintf(name, sizeof name, "%" PRIu64 " earlier calls were not kept",
                     document->recorded_lost);
        json_t *object = event(writer, "i", name, 0, writer->timeline->calls.data[0].start_ns);
        json_object_set_new(object, "s", json_string("p"));
        put(writer, object);
    }
}

/* Marks and ranges as slices around the calls that were made in them: from the first to the last
 * one of those that follow each other on a thread. */
struct section {
    const char *name; /* NULL: none */
    uint64_t start_ns, end_ns;
    uint32_t thread;
};

static void end_section(struct writer *writer, struct section *section)
{
    if (section->name) {
        json_t *object = event(writer, "X", section->name, section->thread, section->start_ns);
        json_object_set_new(object, "dur",
                            json_real((double)(section->end_ns - section->start_ns) / 1e3));
        json_object_set_new(object, "cat", json_string("section"));
        put(writer, object);
    }
    section->name = NULL;
}

static bool is_same(const char *one, const char *other)
{
    return one == other || (one && other && !strcmp(one, other));
}

static void put_sections(struct writer *writer, uint32_t thread)
{
    struct section sections[2] = { { 0 } }; /* the mark, and the range in it */
    for (size_t i = 0; i < writer->timeline->calls.count && !writer->failed; i++) {
        const struct iq_timeline_call *call = &writer->timeline->calls.data[i];
        const char *const names[2] = { call->mark, call->range };
        if (call->thread != thread)
            continue;
        bool same = true;
        for (int k = 0; k < 2; k++) {
            same = same && is_same(names[k], sections[k].name);
            if (!same) {
                end_section(writer, &sections[k]);
                sections[k] = (struct section){ names[k], call->start_ns, 0, thread };
            }
            sections[k].end_ns = call->start_ns + call->spent_ns;
        }
    }
    for (int k = 0; k < 2; k++)
        end_section(writer, &sections[k]);
}

/* Of each thread that made recorded calls. */
static void put_all_sections(struct writer *writer)
{
    struct iq_map threads = { 0 };
    for (size_t i = 0; i < writer->timeline->calls.count && !writer->failed; i++) {
        const struct iq_timeline_call *call = &writer->timeline->calls.data[i];
        if (!(call->mark || call->range) || iq_map_get(&threads, call->thread))
            continue;
        writer->failed = iq_map_set(&threads, call->thread, writer);
        put_sections(writer, call->thread);
    }
    iq_map_finish(&threads);
}

static void put_calls(struct writer *writer, const struct iq_report_options *options)
{
    uint64_t in_use = 0;
    put_lanes(writer);
    for (size_t i = 0; i < writer->timeline->calls.count && !writer->failed; i++) {
        const struct iq_timeline_call *call = &writer->timeline->calls.data[i];
        put_call(writer, call);
        if (call->until_ns)
            put_work(writer, call);
        if (call->bytes_in_use != in_use)
            put_memory(writer, call);
        in_use = call->bytes_in_use;
        writer->failed =
            writer->failed ? writer->failed : iq_report_flush(writer->splice.out, options);
    }
}

static int put_document(struct writer *writer, const struct iq_report_options *options)
{
    const struct iq_document *document = writer->document;
    if (!writer->failed) {
        put_process(writer);
        put_all_sections(writer);
        put_calls(writer, options);
    }
    for (size_t i = 0; i < document->findings.count && !writer->failed; i++)
        if (options->verbose || document->findings.data[i].severity != IQ_NOTE)
            put_finding(writer, &document->findings.data[i]);
    writer->lanes += (uint32_t)writer->timeline->lanes.count;
    return writer->failed;
}

static uint64_t first_moment(const struct iq_timeline *timelines, size_t count)
{
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (timelines[i].calls.count && timelines[i].calls.data[0].start_ns < first)
            first = timelines[i].calls.data[0].start_ns;
    return first == UINT64_MAX ? 0 : first;
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    struct iq_timeline *timelines = calloc(count ? count : 1, sizeof *timelines);
    int failed = timelines ? 0 : IQ_ENOMEM;
    for (size_t i = 0; i < count && !failed; i++)
        failed = iq_timeline_open_all(&timelines[i], documents[i]);
    struct writer writer = { .origin_ns = failed ? 0 : first_moment(timelines, count) };
    json_t *root = json_pack("{s:s, s:[]}", "displayTimeUnit", "ns", "traceEvents");
    int begun = iq_splice_begin(&writer.splice, out, root, "traceEvents", 0);
    failed = failed ? failed : begun;
    for (size_t i = 0; i < count && !failed; i++) {
        writer.document = documents[i];
        writer.timeline = &timelines[i];
        failed = put_document(&writer, options);
    }
    iq_splice_end(&writer.splice);
    iq_str_puts(out, "\n");
    for (size_t i = 0; timelines && i < count; i++)
        iq_timeline_close(&timelines[i]);
    free(timelines);
    return failed;
}

const struct iq_report_ops iq_report_perfetto = { .render = render, .counts_notes = true };
