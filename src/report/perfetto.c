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

#include "base/map.h"
#include "report/json_value.h"
#include "report/recorded.h"
#include "report/report.h"
#include "report/safe.h"
#include "report/shown.h"
#include "report/splice.h"
#include "report/view.h"
#include "trace/format.h"

/* Tracks of streams get thread ids that no thread has. */
enum { STREAM_TRACKS = 1 << 30 };

/* What was enqueued last on a stream and may still be under way. */
struct stream {
    const struct iq_recorded_call *call; /* NULL: nothing */
    uint32_t track;
};

struct writer {
    struct iq_splice splice;
    const struct iq_document *document;
    uint64_t origin_ns; /* of all documents */
    struct iq_map streams, memory;
    uint32_t tracks, arrows;
    int64_t bytes_in_use;
    int failed;
};

static json_t *string(const char *text)
{
    struct iq_str safe;
    iq_str_init_heap(&safe);
    iq_safe_put(&safe, text, strlen(text));
    json_t *value = json_string(iq_str_text(&safe));
    iq_str_finish(&safe);
    return value ? value : json_string("?");
}

/* An event of phase [phase] on track [track]; times are in microseconds there. */
static json_t *event(const struct writer *writer, const char *phase, const char *name,
                     uint32_t track, uint64_t at_ns)
{
    json_t *object = json_object();
    json_object_set_new(object, "ph", json_string(phase));
    json_object_set_new(object, "name", string(name));
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
    json_object_set_new(object, "args", json_pack("{s:o}", "name", string(name)));
    put(writer, object);
}

/* "train.cu:42" of the line that the user wrote. */
static json_t *place_of(const struct writer *writer, const struct iq_recorded_call *call)
{
    const struct iq_frame *frame = iq_recorded_place(writer->document, call);
    struct iq_str text;
    if (!frame)
        return NULL;
    iq_str_init_heap(&text);
    iq_shown_path(&text, frame);
    if (frame->line)
        iq_str_printf(&text, ":%u", frame->line);
    json_t *value = string(iq_str_text(&text));
    iq_str_finish(&text);
    return value;
}

static void put_call(struct writer *writer, const struct iq_recorded_call *call)
{
    json_t *object = event(writer, "X", call->api ? call->api : "?", call->thread, call->start_ns);
    json_t *args = json_object(), *place = place_of(writer, call);
    json_object_set_new(object, "dur", json_real((double)call->spent_ns / 1e3));
    if (place)
        json_object_set_new(args, "at", place);
    if (call->kernel)
        json_object_set_new(args, "kernel", string(call->kernel));
    else if (call->bytes)
        json_object_set_new(args, "bytes", json_integer((json_int_t)call->bytes));
    if (call->object)
        json_object_set_new(args, "object", iq_json_hex(call->object));
    if (call->flags & IQ_CALL_HAS_STREAM)
        json_object_set_new(args, "stream", iq_json_hex(call->stream));
    if (call->flags & IQ_CALL_FAILED)
        json_object_set_new(args, "result", json_integer(call->result));
    if (call->flags & IQ_CALL_ANSWERED)
        json_object_set_new(args, "forwarded", json_false());
    json_object_set_new(object, "args", args);
    put(writer, object);
}

/* --- streams ------------------------------------------------------------------------------ */

static struct stream *stream_at(struct writer *writer, uint64_t handle)
{
    char name[64];
    struct stream *stream = iq_map_get(&writer->streams, handle);
    if (stream || !(stream = calloc(1, sizeof *stream)))
        return stream;
    if (iq_map_set(&writer->streams, handle, stream)) {
        free(stream);
        return NULL;
    }
    stream->track = STREAM_TRACKS + ++writer->tracks;
    if (handle > 2)
        snprintf(name, sizeof name, "stream 0x%" PRIx64, handle);
    put_name(writer, "thread_name", stream->track,
             handle > 2    ? name
             : handle == 2 ? "default stream of a thread"
                           : "default stream");
    return stream;
}

/* What is under way on [stream] counts as complete at [at_ns]. */
static void close_stream(struct writer *writer, struct stream *stream, uint64_t at_ns)
{
    const struct iq_recorded_call *call = stream->call;
    if (!call)
        return;
    json_t *object = event(writer, "X", iq_recorded_name(call), stream->track, call->start_ns);
    json_t *place = place_of(writer, call);
    uint64_t end = at_ns > call->start_ns ? at_ns : call->start_ns;
    json_object_set_new(object, "dur", json_real((double)(end - call->start_ns) / 1e3));
    json_object_set_new(
        object, "args",
        json_pack("{s:s, s:o*}", "enqueued by", call->api ? call->api : "?", "at", place));
    put(writer, object);
    stream->call = NULL;
}

static void close_all(struct writer *writer, uint64_t at_ns)
{
    size_t index = 0;
    for (const struct iq_map_slot *slot; (slot = iq_map_next(&writer->streams, &index));)
        close_stream(writer, slot->value, at_ns);
}

static void follow_streams(struct writer *writer, const struct iq_recorded_call *call)
{
    uint64_t end = call->start_ns + call->spent_ns;
    if (call->flags & (IQ_CALL_FAILED | IQ_CALL_ANSWERED))
        return;
    if (call->flags & IQ_CALL_WAIT_ALL)
        close_all(writer, end);
    if (!(call->flags & IQ_CALL_HAS_STREAM))
        return;
    struct stream *stream = stream_at(writer, call->stream);
    if (!stream)
        return;
    if (call->flags & IQ_CALL_WAIT_STREAM)
        close_stream(writer, stream, end);
    else if (call->flags & (IQ_CALL_LAUNCH | IQ_CALL_COPY)) {
        close_stream(writer, stream, call->start_ns);
        stream->call = call;
    }
}

/* --- memory ------------------------------------------------------------------------------- */

static void follow_memory(struct writer *writer, const struct iq_recorded_call *call)
{
    uintptr_t size = 0;
    if (call->flags & IQ_CALL_FAILED || !call->object)
        return;
    if (call->flags & IQ_CALL_ALLOCATE && call->bytes &&
        !iq_map_set(&writer->memory, call->object, (void *)(uintptr_t)call->bytes))
        writer->bytes_in_use += (int64_t)call->bytes;
    else if (call->flags & IQ_CALL_FREE &&
             (size = (uintptr_t)iq_map_remove(&writer->memory, call->object)))
        writer->bytes_in_use -= (int64_t)size;
    else
        return;
    json_t *object = event(writer, "C", "memory in use", 0, call->start_ns + call->spent_ns);
    json_object_set_new(object, "args", json_pack("{s:I}", "bytes", writer->bytes_in_use));
    put(writer, object);
}

/* --- findings ----------------------------------------------------------------------------- */

static uint64_t middle_of(const struct iq_recorded_call *call)
{
    return call->start_ns + call->spent_ns / 2;
}

static void put_arrow(struct writer *writer, const struct iq_recorded_call *from,
                      const struct iq_recorded_call *to, const char *name)
{
    const struct iq_recorded_call *ends[] = { from, to };
    if (!from || !to || from == to)
        return;
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
    uint64_t when = finding->found_ns ? finding->found_ns : UINT64_MAX;
    const struct iq_recorded_call *call = iq_recorded_of(writer->document, finding);
    uint64_t at = call                ? middle_of(call)
                  : finding->found_ns ? finding->found_ns
                                      : writer->origin_ns;
    snprintf(name, sizeof name, "%s: %s", iq_severity_name(finding->severity), finding->rule_text);
    json_t *object = event(writer, "i", name, call ? call->thread : 0, at);
    json_t *args = json_object();
    json_object_set_new(object, "s", json_string(call ? "t" : "p"));
    json_object_set_new(args, "message", string(finding->message));
    if (finding->cause)
        json_object_set_new(args, "why", string(finding->cause));
    if (finding->fix)
        json_object_set_new(args, "fix", string(finding->fix));
    json_object_set_new(object, "args", args);
    put(writer, object);
    uint64_t before = call ? call->start_ns : when;
    put_arrow(
        writer,
        iq_recorded_find(writer->document, finding->stack_created, finding->object_address, before),
        call, "created");
    put_arrow(writer,
              iq_recorded_find(writer->document, finding->stack_destroyed, finding->object_address,
                               before),
              call, "destroyed");
    for (int i = 0; i < finding->related_count; i++)
        put_arrow(writer, iq_recorded_find(writer->document, finding->related[i].stack, 0, before),
                  call, "related");
}

/* --- documents ---------------------------------------------------------------------------- */

static void put_process(struct writer *writer)
{
    char name[64];
    const struct iq_document *document = writer->document;
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_puts(&text, iq_view_program(document));
    if (document->rank)
        iq_str_printf(&text, " (rank %s)", document->rank);
    put_name(writer, "process_name", 0, iq_str_text(&text));
    iq_str_finish(&text);
    if (document->recorded_count > document->recorded.count && document->recorded.count) {
        snprintf(name, sizeof name, "%" PRIu64 " earlier calls were not kept",
                 document->recorded_count - document->recorded.count);
        json_t *object = event(writer, "i", name, 0, document->recorded.data[0].start_ns);
        json_object_set_new(object, "s", json_string("p"));
        put(writer, object);
    }
}

static int put_document(struct writer *writer, const struct iq_report_options *options)
{
    const struct iq_document *document = writer->document;
    uint64_t end = writer->origin_ns;
    size_t index = 0;
    put_process(writer);
    for (size_t i = 0; i < document->recorded.count && !writer->failed; i++) {
        const struct iq_recorded_call *call = &document->recorded.data[i];
        if (call->flags & IQ_CALL_HIDDEN || call->signature)
            continue;
        put_call(writer, call);
        follow_streams(writer, call);
        follow_memory(writer, call);
        end = call->start_ns + call->spent_ns > end ? call->start_ns + call->spent_ns : end;
        writer->failed =
            writer->failed ? writer->failed : iq_report_flush(writer->splice.out, options);
    }
    close_all(writer, end);
    for (size_t i = 0; i < document->findings.count && !writer->failed; i++)
        if (options->verbose || document->findings.data[i].severity != IQ_NOTE)
            put_finding(writer, &document->findings.data[i]);
    for (const struct iq_map_slot *slot; (slot = iq_map_next(&writer->streams, &index));)
        free(slot->value);
    iq_map_finish(&writer->streams);
    iq_map_finish(&writer->memory);
    writer->bytes_in_use = 0;
    return writer->failed;
}

static uint64_t first_moment(const struct iq_document *const *documents, size_t count)
{
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < documents[i]->recorded.count; k++)
            if (documents[i]->recorded.data[k].start_ns < first)
                first = documents[i]->recorded.data[k].start_ns;
    return first == UINT64_MAX ? 0 : first;
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    struct writer writer = { .origin_ns = first_moment(documents, count) };
    json_t *root = json_pack("{s:s, s:[]}", "displayTimeUnit", "ns", "traceEvents");
    int failed = iq_splice_begin(&writer.splice, out, root, "traceEvents", 0);
    for (size_t i = 0; i < count && !failed; i++) {
        writer.document = documents[i];
        failed = put_document(&writer, options);
    }
    iq_splice_end(&writer.splice);
    iq_str_puts(out, "\n");
    return failed;
}

const struct iq_report_ops iq_report_perfetto = { .render = render };
