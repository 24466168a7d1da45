/* The stable form: one JSON document per process; several as an array. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "report/call_json.h"
#include "report/json_value.h"
#include "report/report.h"
#include "report/splice.h"
#include "report/timeline_json.h"
#include "report/view.h"

/* A string value; bytes that are no UTF-8 are replaced, NULL gives null. */
static json_t *string(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    struct iq_str literal;
    iq_str_init_heap(&literal);
    iq_str_put_json(&literal, text);
    value = json_loads(iq_str_text(&literal), JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    iq_str_finish(&literal);
    return value ? value : json_string("?");
}

static json_t *strings(const iq_strings *list)
{
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(array, string(list->data[i]));
    return array;
}

static json_t *frame_json(const struct iq_frame *frame)
{
    json_t *object = json_object();
    json_object_set_new(object, "function", string(frame->function));
    json_object_set_new(object, "file", string(frame->file));
    if (frame->directory && frame->file && frame->file[0] != '/' && frame->file[0] != '<')
        json_object_set_new(object, "directory", string(frame->directory));
    json_object_set_new(object, "line",
                        frame->file && frame->line ? json_integer(frame->line) : json_null());
    json_object_set_new(object, "module", string(frame->module));
    json_object_set_new(object, "offset",
                        frame->has_offset ? iq_json_hex(frame->offset) : json_null());
    if (frame->block)
        json_object_set_new(object, "block", string(frame->block));
    if (frame->thread)
        json_object_set_new(object, "thread", string(frame->thread));
    return object;
}

static json_t *frames_json(const iq_frames *frames)
{
    if (!frames)
        return json_null();
    json_t *array = json_array();
    for (size_t i = 0; i < frames->count; i++)
        json_array_append_new(array, frame_json(&frames->data[i]));
    return array;
}

static json_t *sites_json(const struct iq_document *document, const struct iq_finding *finding)
{
    static const char *const names[] = { "call", "created", "destroyed", "kernel" };
    json_t *sites = json_object(), *related = json_array();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        json_object_set_new(sites, names[i],
                            frames_json(iq_view_frames(document, finding, names[i])));
    for (int i = 0; i < finding->related_count; i++) {
        const struct iq_trace_stack *stack = iq_document_stack(document, finding->related[i].stack);
        json_t *one = json_object();
        json_object_set_new(one, "what", string(finding->related[i].what));
        json_object_set_new(one, "stack", stack ? frames_json(&stack->frames) : json_array());
        json_array_append_new(related, one);
    }
    json_object_set_new(sites, "related", related);
    return sites;
}

static json_t *object_json(const struct iq_finding *finding)
{
    if (!finding->object_kind)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "kind", string(finding->object_kind));
    json_object_set_new(object, "address", iq_json_hex(finding->object_address));
    json_object_set_new(object, "size", json_integer((json_int_t)finding->object_size));
    json_object_set_new(object, "state", string(finding->object_state));
    json_object_set_new(object, "device",
                        finding->object_device >= 0 ? json_integer(finding->object_device)
                                                    : json_null());
    return object;
}

static json_t *code_json(int64_t code, const char *name)
{
    json_t *result = json_object();
    json_object_set_new(result, "code", json_integer(code));
    json_object_set_new(result, "name", string(name));
    return result;
}

static json_t *result_json(const struct iq_finding *finding)
{
    return finding->has_result ? code_json(finding->result_code, finding->result_name)
                               : json_null();
}

static json_t *faults_json(const struct iq_document *document)
{
    json_t *faults = json_array();
    for (size_t i = 0; i < document->faults.count; i++) {
        const struct iq_fault *from = &document->faults.data[i];
        const struct iq_trace_stack *stack = iq_document_stack(document, from->stack);
        json_t *fault = json_object();
        json_object_set_new(fault, "api", string(from->api));
        json_object_set_new(fault, "nth", json_integer((json_int_t)from->nth));
        json_object_set_new(fault, "result", code_json(from->result_code, from->result_name));
        json_object_set_new(fault, "made", json_boolean(from->made));
        json_object_set_new(fault, "use", string(iq_fault_use_name(from->use)));
        json_object_set_new(fault, "call", stack ? frames_json(&stack->frames) : json_array());
        json_array_append_new(faults, fault);
    }
    return faults;
}

static json_t *argument_json(const struct iq_finding *finding)
{
    if (finding->arg_index < 0 && !finding->arg_name)
        return json_null();
    json_t *argument = json_object();
    json_object_set_new(argument, "index",
                        finding->arg_index >= 0 ? json_integer(finding->arg_index) : json_null());
    json_object_set_new(argument, "name", string(finding->arg_name));
    json_object_set_new(argument, "value", string(finding->arg_value));
    if (finding->arg_of_kernel)
        json_object_set_new(argument, "kernel", json_true());
    return argument;
}

static json_t *finding_json(const struct iq_document *document, const struct iq_finding *finding)
{
    json_t *object = json_object();
    json_object_set_new(object, "rule", string(finding->rule_text));
    json_object_set_new(object, "severity", string(iq_severity_name(finding->severity)));
    json_object_set_new(object, "api", string(finding->api));
    json_object_set_new(object, "entry", string(finding->entry));
    json_object_set_new(object, "result", result_json(finding));
    json_object_set_new(object, "contained", json_boolean(finding->contained));
    json_object_set_new(object, "argument", argument_json(finding));
    json_object_set_new(object, "message", string(finding->message));
    json_object_set_new(object, "cause", string(finding->cause));
    json_object_set_new(object, "fix", string(finding->fix));
    json_object_set_new(object, "object", object_json(finding));
    if (finding->access_size) {
        json_t *access = json_object();
        json_object_set_new(access, "address", iq_json_hex(finding->access_address));
        json_object_set_new(access, "size", json_integer((json_int_t)finding->access_size));
        json_object_set_new(object, "access", access);
    }
    json_object_set_new(object, "sites", sites_json(document, finding));
    json_object_set_new(object, "count", json_integer((json_int_t)finding->count));
    if (finding->mark)
        json_object_set_new(object, "mark", string(finding->mark));
    if (finding->range)
        json_object_set_new(object, "range", string(finding->range));
    return object;
}

static json_t *process_json(const struct iq_document *document)
{
    json_t *process = json_object(), *end = json_object();
    json_object_set_new(process, "pid", json_integer(document->pid));
    json_object_set_new(process, "argv", strings(&document->argv));
    json_object_set_new(process, "host", string(document->host));
    const char *rank = document->rank;
    bool is_number =
        rank && *rank && strspn(rank, "0123456789") == strlen(rank) && strlen(rank) < 10;
    json_object_set_new(process, "rank", is_number ? json_integer(atoi(rank)) : string(rank));
    if (document->job)
        json_object_set_new(process, "job", string(document->job));
    if (document->ranks)
        json_object_set_new(process, "ranks", json_integer(document->ranks));
    json_object_set_new(end, "code",
                        document->exit_known && !document->exit_signal
                            ? json_integer(document->exit_code)
                            : json_null());
    json_object_set_new(end, "signal",
                        document->exit_signal ? json_integer(document->exit_signal) : json_null());
    json_object_set_new(process, "exit", end);
    if (document->exec_path)
        json_object_set_new(process, "exec", string(document->exec_path));
    return process;
}

static json_t *kernels_json(const struct iq_document *document)
{
    json_t *kernels = json_object(), *modules = json_array();
    json_object_set_new(kernels, "launches", json_integer((json_int_t)document->kernels.launches));
    json_object_set_new(kernels, "launches_checked",
                        json_integer((json_int_t)document->kernels.checked));
    for (size_t i = 0; i < document->kernel_modules.count; i++) {
        const struct iq_kernels *from = &document->kernel_modules.data[i];
        json_t *module = json_object();
        json_object_set_new(module, "name", string(from->module));
        json_object_set_new(module, "checked", json_boolean(!from->why_not));
        json_object_set_new(module, "why_not", string(from->why_not));
        json_object_set_new(module, "launches", json_integer((json_int_t)from->launches));
        json_object_set_new(module, "launches_checked", json_integer((json_int_t)from->checked));
        json_array_append_new(modules, module);
    }
    json_object_set_new(kernels, "modules", modules);
    return kernels;
}

static json_t *coverage_json(const struct iq_document *document)
{
    json_t *coverage = json_object(), *untracked = json_object();
    for (size_t i = 0; i < document->untracked.count; i++)
        json_object_set_new(untracked, document->untracked.data[i].name,
                            json_integer((json_int_t)document->untracked.data[i].count));
    json_object_set_new(coverage, "calls", json_integer((json_int_t)document->calls));
    json_object_set_new(coverage, "untracked", untracked);
    json_object_set_new(coverage, "runtime",
                        string(document->runtime ? document->runtime : "none"));
    if (document->kernels_known)
        json_object_set_new(coverage, "kernels", kernels_json(document));
    if (document->dropped)
        json_object_set_new(coverage, "dropped", json_integer((json_int_t)document->dropped));
    return coverage;
}

static json_t *summary_json(const struct iq_document *document)
{
    json_t *summary = json_object();
    for (int severity = IQ_ERROR; severity >= IQ_NOTE; severity--)
        json_object_set_new(
            summary, iq_severity_name((enum iq_severity)severity),
            json_integer((json_int_t)iq_document_count(document, (enum iq_severity)severity)));
    if (iq_document_folded(document))
        json_object_set_new(summary, "folded",
                            json_integer((json_int_t)iq_document_folded(document)));
    return summary;
}

static json_t *collective_json(const struct iq_document *document, const struct iq_collective *call)
{
    const struct iq_trace_stack *stack = iq_document_stack(document, call->stack);
    json_t *object = json_object();
    json_object_set_new(object, "api", string(call->api));
    json_object_set_new(object, "count", json_integer((json_int_t)call->count));
    json_object_set_new(object, "datatype", string(call->datatype));
    json_object_set_new(object, "op", string(call->op));
    json_object_set_new(object, "root", call->root >= 0 ? json_integer(call->root) : json_null());
    json_object_set_new(object, "call", stack ? frames_json(&stack->frames) : json_null());
    return object;
}

/* What this rank called on each communicator of NCCL: .order are positions in .calls. */
static json_t *communicators_json(const struct iq_document *document)
{
    json_t *list = json_array();
    for (size_t i = 0; i < document->communicators.count; i++) {
        const struct iq_communicator_calls *from = &document->communicators.data[i];
        const struct iq_trace_stack *stack = iq_document_stack(document, from->stack);
        json_t *object = json_object(), *calls = json_array(), *order = json_array();
        for (size_t k = 0; k < from->calls.count; k++)
            json_array_append_new(calls, collective_json(document, &from->calls.data[k]));
        for (size_t k = 0; k < from->order.count; k++)
            json_array_append_new(order, json_integer(from->order.data[k]));
        json_object_set_new(object, "id", iq_json_hex(from->id));
        json_object_set_new(object, "rank", json_integer(from->rank));
        json_object_set_new(object, "ranks", json_integer(from->ranks));
        json_object_set_new(object, "created", stack ? frames_json(&stack->frames) : json_null());
        json_object_set_new(object, "made", json_integer((json_int_t)from->made));
        json_object_set_new(object, "calls", calls);
        json_object_set_new(object, "order", order);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *document_json(const struct iq_document *document)
{
    json_t *root = json_object(), *tool = json_object(), *device = json_object();
    json_object_set_new(tool, "version",
                        string(document->version ? document->version : IQ_VERSION));
    json_object_set_new(tool, "schema", json_integer(1));
    json_object_set_new(root, "inquest", tool);
    json_object_set_new(root, "process", process_json(document));
    json_object_set_new(device, "kind", string(document->device_kind));
    json_object_set_new(device, "apis", strings(&document->apis));
    json_object_set_new(device, "driver", string(document->driver));
    json_object_set_new(device, "names", strings(&document->names));
    json_object_set_new(root, "device", device);
    json_object_set_new(root, "coverage", coverage_json(document));
    json_object_set_new(root, "findings", json_array()); /* they follow one by one */
    if (document->messages.count) {
        json_t *messages = json_array();
        for (size_t i = 0; i < document->messages.count; i++) {
            json_t *message = json_object();
            json_object_set_new(message, "level", json_integer(document->messages.data[i].level));
            json_object_set_new(message, "text", string(document->messages.data[i].text));
            if (document->messages.data[i].of_job)
                json_object_set_new(message, "job", json_true());
            json_array_append_new(messages, message);
        }
        json_object_set_new(root, "messages", messages);
    }
    if (document->faults.count)
        json_object_set_new(root, "faults", faults_json(document));
    if (document->communicators.count)
        json_object_set_new(root, "communicators", communicators_json(document));
    if (document->damaged)
        json_object_set_new(root, "damaged", json_true());
    json_object_set_new(root, "summary", summary_json(document));
    return root;
}

/* One line. */
static int put_line(struct iq_str *out, json_t *value)
{
    char *text = iq_json_dumps(value, JSON_COMPACT);
    json_decref(value);
    if (!text)
        return IQ_ENOMEM;
    iq_str_puts(out, text);
    iq_str_puts(out, "\n");
    free(text);
    return 0;
}

/* A finding that was told before is written again when something about it has changed. */
static bool is_news(const struct iq_finding *finding)
{
    return !finding->reported.rule || strcmp(finding->reported.rule, finding->rule_text) != 0 ||
           finding->reported.severity != finding->severity ||
           finding->reported.count != finding->count;
}

/* The last line of a process. */
static int put_process_line(struct iq_str *out, const struct iq_document *document)
{
    struct iq_slicer slicer;
    struct iq_timeline timeline;
    json_t *line = document_json(document);
    json_object_del(line, "findings");
    json_object_set_new(line, "type", json_string("process"));
    int failed = iq_slicer_init(&slicer, document);
    if (!failed)
        failed = iq_recorded_put_calls(line, &slicer);
    if (!failed)
        failed = iq_recorded_put_all_numbers(line, &slicer);
    iq_slicer_finish(&slicer);
    int opened = iq_timeline_open(&timeline, document, IQ_TIMELINE_MOST);
    failed = failed ? failed : opened;
    iq_timeline_put_calls(line, &timeline, document, true);
    iq_timeline_close(&timeline);
    int put = put_line(out, line);
    return failed ? failed : put;
}

struct lines {
    struct iq_str *out;
    const struct iq_report_options *options;
};

static int put_lines(void *user, const struct iq_document *part)
{
    const struct lines *lines = user;
    int failed = 0;
    for (size_t i = 0; i < part->findings.count && !failed; i++) {
        const struct iq_finding *finding = &part->findings.data[i];
        if (lines->options->part == IQ_REPORT_REST && !is_news(finding))
            continue;
        json_t *line = finding_json(part, finding);
        json_object_set_new(line, "type", json_string("finding"));
        json_object_set_new(line, "pid", json_integer(part->pid));
        json_object_set_new(line, "id", json_integer((json_int_t)finding->id));
        failed = put_line(lines->out, line);
        failed = failed ? failed : iq_report_flush(lines->out, lines->options);
    }
    return failed;
}

static int render_lines(struct iq_str *out, const struct iq_document *const *documents,
                        size_t count, const struct iq_report_options *options)
{
    struct lines lines = { out, options };
    int failed = 0;
    for (size_t d = 0; d < count && !failed; d++)
        if (options->part == IQ_REPORT_LIVE)
            failed = put_lines(&lines, documents[d]);
        else {
            failed = iq_document_each_part(documents[d], put_lines, &lines);
            failed = failed ? failed : put_process_line(out, documents[d]);
        }
    return failed;
}

const struct iq_report_ops iq_report_jsonl = { render_lines, .live = true, .per_process = true };

enum { READABLE = 1000 }; /* more findings than that nobody reads, and indenting doubles them */

struct findings {
    struct iq_splice splice;
    struct iq_slicer slicer;
    struct iq_timeline timeline;
    const struct iq_document *document;
    const struct iq_report_options *options;
};

static int put_findings(void *user, const struct iq_document *part)
{
    struct findings *findings = user;
    int failed = 0;
    for (size_t i = 0; i < part->findings.count && !failed; i++) {
        const struct iq_finding *finding = &part->findings.data[i];
        json_t *object = finding_json(part, finding);
        if (part == findings->document) {
            failed = iq_recorded_put_numbers(object, &findings->slicer, finding);
            iq_timeline_put_figure(object, &findings->timeline, finding);
        }
        int put = iq_splice_put(&findings->splice, object);
        failed = failed ? failed
                 : put  ? put
                        : iq_report_flush(findings->splice.out, findings->options);
    }
    return failed;
}

/* One document; its findings are written one after the other. */
static int put_document(struct iq_str *out, const struct iq_document *document, int indent,
                        const struct iq_report_options *options)
{
    struct findings findings = { .document = document, .options = options };
    json_t *root = document_json(document);
    int failed = iq_slicer_init(&findings.slicer, document);
    if (!failed)
        failed = iq_recorded_put_calls(root, &findings.slicer);
    int opened = iq_timeline_open(&findings.timeline, document, IQ_TIMELINE_MOST);
    failed = failed ? failed : opened;
    iq_timeline_put_calls(root, &findings.timeline, document, false);
    int begun = iq_splice_begin(&findings.splice, out, root, "findings", indent);
    failed = failed ? failed : begun;
    findings.splice.lines =
        document->findings.count > READABLE || document->further.files.count > 0;
    if (!failed)
        failed = iq_document_each_part(document, put_findings, &findings);
    iq_splice_end(&findings.splice);
    iq_slicer_finish(&findings.slicer);
    iq_timeline_close(&findings.timeline);
    return failed;
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    enum { INDENT = 2 };
    int failed = 0;
    if (count == 1) {
        failed = put_document(out, documents[0], 0, options);
        iq_str_puts(out, "\n");
        return failed;
    }
    iq_str_puts(out, "[");
    for (size_t i = 0; i < count && !failed; i++) {
        iq_str_printf(out, "%s\n%*s", i ? "," : "", INDENT, "");
        failed = put_document(out, documents[i], INDENT, options);
    }
    iq_str_puts(out, count ? "\n]\n" : "]\n");
    return failed;
}

const struct iq_report_ops iq_report_json = { .render = render, .per_process = true };
