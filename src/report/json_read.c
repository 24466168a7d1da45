/* Saved JSON reports back to documents.  What the schema names must have the right type; unknown
 * members are skipped. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/call_json.h"
#include "report/report.h"
#include "report/rules.h"
#include "report/timeline_json.h"

enum { LIST_LIMIT = 1 << 20, DOCUMENT_LIMIT = 1 << 16, RANK_LIMIT = 1 << 24 };

/* Reading one document.  The first complaint wins; reading goes on with empty values. */
struct reader {
    struct iq_document *document;
    struct iq_str *error;
    bool failed;
    uint32_t next_stack;
    size_t finding; /* 1 + position of the finding that is being read; 0: none */
    const struct iq_report_filter *filter;
    uint64_t read[IQ_ERROR + 1]; /* findings by severity */
};

static void complain(struct reader *reader, const char *member, const char *wanted)
{
    if (!reader->failed && reader->finding)
        iq_str_printf(reader->error, "findings[%zu]: '%s' is not %s", reader->finding - 1, member,
                      wanted);
    else if (!reader->failed)
        iq_str_printf(reader->error, "'%s' is not %s", member, wanted);
    reader->failed = true;
}

/* Member of a wanted type, NULL if it is absent or null. */
static json_t *member(struct reader *reader, json_t *object, const char *name, json_type type)
{
    static const char *const words[] = { "an object",  "an array", "a string",
                                         "an integer", "a number", "a boolean" };
    json_t *value = json_object_get(object, name);
    if (!value || json_is_null(value))
        return NULL;
    json_type have = json_typeof(value) == JSON_FALSE ? JSON_TRUE : json_typeof(value);
    if (have == type)
        return value;
    complain(reader, name, words[type]);
    return NULL;
}

static const char *text(struct reader *reader, json_t *object, const char *name)
{
    json_t *value = member(reader, object, name, JSON_STRING);
    return value ? iq_document_copy(reader->document, json_string_value(value),
                                    json_string_length(value))
                 : NULL;
}

static int64_t integer(struct reader *reader, json_t *object, const char *name, int64_t fallback)
{
    json_t *value = member(reader, object, name, JSON_INTEGER);
    return value ? json_integer_value(value) : fallback;
}

/* "0x..." */
static uint64_t address(struct reader *reader, json_t *object, const char *name, bool *present)
{
    json_t *value = member(reader, object, name, JSON_STRING);
    char *end;
    if (present)
        *present = value != NULL;
    if (!value)
        return 0;
    errno = 0;
    uint64_t number = strtoull(json_string_value(value), &end, 16);
    if (*end || errno || strncmp(json_string_value(value), "0x", 2) != 0)
        complain(reader, name, "a hexadecimal number");
    return number;
}

/* Array member with a bound on its length; its count, 0 if absent. */
static size_t list(struct reader *reader, json_t *object, const char *name, json_t **array)
{
    *array = member(reader, object, name, JSON_ARRAY);
    if (json_array_size(*array) > LIST_LIMIT)
        complain(reader, name, "an array of acceptable length");
    return reader->failed ? 0 : json_array_size(*array);
}

static void read_strings(struct reader *reader, json_t *object, const char *name, iq_strings *out)
{
    json_t *array;
    size_t count = list(reader, object, name, &array);
    for (size_t i = 0; i < count; i++) {
        json_t *value = json_array_get(array, i);
        if (!json_is_string(value))
            complain(reader, name, "an array of strings");
        else if (iq_vec_push(out, iq_document_copy(reader->document, json_string_value(value),
                                                   json_string_length(value))))
            complain(reader, name, "small enough for the available memory");
    }
}

static void read_frames(struct reader *reader, json_t *array, iq_frames *out)
{
    for (size_t i = 0; i < json_array_size(array) && i < LIST_LIMIT; i++) {
        json_t *value = json_array_get(array, i);
        struct iq_frame frame = { 0 };
        if (!json_is_object(value)) {
            complain(reader, "frame", "an object");
            return;
        }
        frame.function = text(reader, value, "function");
        frame.file = text(reader, value, "file");
        frame.directory = text(reader, value, "directory");
        int64_t line = integer(reader, value, "line", 0);
        frame.line = line > 0 && line <= UINT32_MAX ? (uint32_t)line : 0;
        frame.module = text(reader, value, "module");
        frame.offset = address(reader, value, "offset", &frame.has_offset);
        frame.block = text(reader, value, "block");
        frame.thread = text(reader, value, "thread");
        if (iq_vec_push(out, frame))
            complain(reader, "frame", "small enough for the available memory");
    }
}

/* Makes a stack of an array of frames; returns its id, 0 for none. */
static uint32_t read_stack(struct reader *reader, json_t *array)
{
    if (!array || !json_array_size(array))
        return 0;
    struct iq_trace_stack *stack = iq_document_add_stack(reader->document, ++reader->next_stack);
    if (!stack) {
        complain(reader, "sites", "small enough for the available memory");
        return 0;
    }
    stack->resolved = true;
    read_frames(reader, array, &stack->frames);
    return reader->next_stack;
}

static void read_sites(struct reader *reader, json_t *object, struct iq_finding *finding)
{
    json_t *related;
    json_t *sites = member(reader, object, "sites", JSON_OBJECT);
    finding->stack_call = read_stack(reader, member(reader, sites, "call", JSON_ARRAY));
    finding->stack_created = read_stack(reader, member(reader, sites, "created", JSON_ARRAY));
    finding->stack_destroyed = read_stack(reader, member(reader, sites, "destroyed", JSON_ARRAY));
    finding->stack_kernel = read_stack(reader, member(reader, sites, "kernel", JSON_ARRAY));
    size_t count = list(reader, sites, "related", &related);
    for (size_t i = 0; i < count && finding->related_count < IQ_FINDING_MAX_RELATED; i++) {
        json_t *one = json_array_get(related, i);
        const char *what = text(reader, one, "what");
        if (!what) {
            complain(reader, "related", "an array of objects with 'what'");
            return;
        }
        uint32_t stack = read_stack(reader, member(reader, one, "stack", JSON_ARRAY));
        finding->related[finding->related_count++] = (struct iq_related){ what, stack };
    }
}

static void read_object(struct reader *reader, json_t *parent, struct iq_finding *finding)
{
    json_t *object = member(reader, parent, "object", JSON_OBJECT);
    json_t *access = member(reader, parent, "access", JSON_OBJECT);
    if (object) {
        finding->object_kind = text(reader, object, "kind");
        finding->object_state = text(reader, object, "state");
        finding->object_address = address(reader, object, "address", NULL);
        finding->object_size = (uint64_t)integer(reader, object, "size", 0);
        finding->object_device = (int)integer(reader, object, "device", -1);
    }
    if (access) {
        finding->access_address = address(reader, access, "address", NULL);
        finding->access_size = (uint64_t)integer(reader, access, "size", 0);
    }
}

/* A rule that is not in our table is one of a newer inquest, or none at all. */
static void check_rule(struct reader *reader, struct iq_finding *finding)
{
    struct iq_str text;
    if (iq_rules_is_known(finding->rule_text))
        return;
    iq_str_init_heap(&text);
    iq_str_printf(&text, "%s (rule '%.64s', which this inquest does not know)", finding->message,
                  finding->rule_text);
    finding->message = iq_document_copy(reader->document, iq_str_text(&text), text.length);
    finding->rule_text = "unknown";
    iq_str_finish(&text);
}

/* Forgets the stacks after the first [count]. */
static void drop_stacks(struct iq_document *document, size_t count)
{
    while (document->stacks.count > count) {
        struct iq_trace_stack *stack = &document->stacks.data[--document->stacks.count];
        iq_vec_finish(&stack->frames);
        IQ_DROP(iq_map_remove(&document->stack_index, stack->id));
    }
}

static void read_finding(struct reader *reader, json_t *object, uint64_t id)
{
    struct iq_arena_mark mark = iq_arena_mark(&reader->document->arena);
    size_t stacks = reader->document->stacks.count;
    struct iq_finding finding = { .id = id, .arg_index = -1, .object_device = -1 };
    json_t *result = member(reader, object, "result", JSON_OBJECT);
    json_t *argument = member(reader, object, "argument", JSON_OBJECT);
    finding.rule_text = text(reader, object, "rule");
    finding.message = text(reader, object, "message");
    const char *severity = text(reader, object, "severity");
    if (!finding.rule_text || !finding.message || !severity) {
        complain(reader,
                 !finding.rule_text ? "rule"
                 : !finding.message ? "message"
                                    : "severity",
                 "there");
        return;
    }
    if (iq_severity_from_name(severity) < 0) {
        complain(reader, "severity", "error, warning or note");
        return;
    }
    finding.severity = (enum iq_severity)iq_severity_from_name(severity);
    check_rule(reader, &finding);
    finding.api = text(reader, object, "api");
    finding.entry = text(reader, object, "entry");
    finding.has_result = result != NULL;
    finding.result_code = integer(reader, result, "code", 0);
    finding.result_name = text(reader, result, "name");
    finding.contained = json_is_true(member(reader, object, "contained", JSON_TRUE));
    finding.arg_index = (int)integer(reader, argument, "index", -1);
    finding.arg_name = text(reader, argument, "name");
    finding.arg_value = text(reader, argument, "value");
    finding.arg_of_kernel = json_is_true(member(reader, argument, "kernel", JSON_TRUE));
    finding.cause = text(reader, object, "cause");
    finding.fix = text(reader, object, "fix");
    finding.count = (uint64_t)integer(reader, object, "count", 1);
    finding.mark = text(reader, object, "mark");
    finding.range = text(reader, object, "range");
    if (iq_recorded_read_numbers(reader->document, object, &finding))
        complain(reader, "recorded", "an array of positive integers");
    if (iq_timeline_read_figure(reader->document, object, &finding))
        complain(reader, "timeline", "an object of positions in the timeline of the process");
    read_object(reader, object, &finding);
    read_sites(reader, object, &finding);
    reader->read[finding.severity]++;
    if (reader->filter && !reader->failed &&
        !reader->filter->keeps(reader->filter->user, reader->document, &finding)) {
        drop_stacks(reader->document, stacks);
        iq_arena_rewind(&reader->document->arena, &mark);
    } else if (iq_vec_push(&reader->document->findings, finding))
        complain(reader, "findings", "small enough for the available memory");
}

static void read_process(struct reader *reader, json_t *root)
{
    struct iq_document *document = reader->document;
    json_t *process = member(reader, root, "process", JSON_OBJECT),
           *end = member(reader, process, "exit", JSON_OBJECT);
    if (!process)
        complain(reader, "process", "there");
    document->pid = (uint32_t)integer(reader, process, "pid", 0);
    read_strings(reader, process, "argv", &document->argv);
    document->host = text(reader, process, "host");
    json_t *rank = json_object_get(process, "rank");
    if (json_is_integer(rank)) {
        char digits[24];
        int length = snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(rank));
        document->rank = iq_document_copy(document, digits, (size_t)length);
    } else
        document->rank = text(reader, process, "rank");
    int64_t ranks = integer(reader, process, "ranks", 0);
    document->ranks = ranks > 0 && ranks <= RANK_LIMIT ? (uint32_t)ranks : 0;
    json_t *code = member(reader, end, "code", JSON_INTEGER),
           *signal = member(reader, end, "signal", JSON_INTEGER);
    document->exit_known = code || signal;
    document->exit_code = code ? (int)json_integer_value(code) : -1;
    document->exit_signal = signal ? (int)json_integer_value(signal) : 0;
    document->job = text(reader, process, "job");
    document->exec_path = text(reader, process, "exec");
}

static struct iq_kernels kernels_of(struct reader *reader, json_t *from)
{
    return (struct iq_kernels){ .module = text(reader, from, "name"),
                                .why_not = text(reader, from, "why_not"),
                                .launches = (uint64_t)integer(reader, from, "launches", 0),
                                .checked = (uint64_t)integer(reader, from, "launches_checked", 0) };
}

static void read_kernels(struct reader *reader, json_t *coverage)
{
    struct iq_document *document = reader->document;
    json_t *kernels = member(reader, coverage, "kernels", JSON_OBJECT), *modules;
    if (!kernels)
        return;
    document->kernels_known = true;
    document->kernels = kernels_of(reader, kernels);
    size_t count = list(reader, kernels, "modules", &modules);
    for (size_t i = 0; i < count; i++)
        if (iq_vec_push(&document->kernel_modules, kernels_of(reader, json_array_get(modules, i))))
            complain(reader, "modules", "an array of objects");
}

static void read_coverage(struct reader *reader, json_t *root)
{
    struct iq_document *document = reader->document;
    json_t *device = member(reader, root, "device", JSON_OBJECT),
           *coverage = member(reader, root, "coverage", JSON_OBJECT);
    json_t *untracked = member(reader, coverage, "untracked", JSON_OBJECT), *value, *messages;
    const char *name;
    document->device_kind = text(reader, device, "kind");
    document->driver = text(reader, device, "driver");
    read_strings(reader, device, "apis", &document->apis);
    read_strings(reader, device, "names", &document->names);
    document->calls = (uint64_t)integer(reader, coverage, "calls", 0);
    document->runtime = text(reader, coverage, "runtime");
    document->dropped = (uint64_t)integer(reader, coverage, "dropped", 0);
    read_kernels(reader, coverage);
    json_object_foreach(untracked, name,
                        value) if (!json_is_integer(value) ||
                                   iq_vec_push(&document->untracked,
                                               (struct iq_untracked){
                                                   iq_document_copy(document, name, strlen(name)),
                                                   (uint64_t)json_integer_value(value) }))
        complain(reader, "untracked", "an object of integers");
    size_t count = list(reader, root, "messages", &messages);
    for (size_t i = 0; i < count; i++) {
        json_t *one = json_array_get(messages, i);
        const char *words = text(reader, one, "text");
        int64_t level = integer(reader, one, "level", 0);
        bool of_job = json_is_true(member(reader, one, "job", JSON_TRUE));
        if (!words || iq_vec_push(&document->messages,
                                  (struct iq_message){ level < 0 || level > 2 ? 2 : (int)level,
                                                       words, of_job }))
            complain(reader, "messages", "an array of objects with 'text'");
    }
}

static void read_faults(struct reader *reader, json_t *root)
{
    json_t *faults;
    size_t count = list(reader, root, "faults", &faults);
    for (size_t i = 0; i < count && !reader->failed; i++) {
        json_t *one = json_array_get(faults, i),
               *result = member(reader, one, "result", JSON_OBJECT);
        struct iq_fault fault = {
            .api = text(reader, one, "api"),
            .result_name = text(reader, result, "name"),
            .result_code = integer(reader, result, "code", 0),
            .nth = (uint64_t)integer(reader, one, "nth", 0),
            .stack = read_stack(reader, member(reader, one, "call", JSON_ARRAY)),
            .made = json_is_true(member(reader, one, "made", JSON_TRUE)),
            .use = iq_fault_use_named(text(reader, one, "use")),
        };
        if (!fault.api || !fault.result_name || iq_vec_push(&reader->document->faults, fault))
            complain(reader, "faults", "an array of objects with 'api' and 'result'");
    }
}

static int read_collective(struct reader *reader, json_t *from, struct iq_collective *call)
{
    *call = (struct iq_collective){ .api = text(reader, from, "api"),
                                    .datatype = text(reader, from, "datatype"),
                                    .op = text(reader, from, "op"),
                                    .root = (int)integer(reader, from, "root", -1),
                                    .count = (uint64_t)integer(reader, from, "count", 0),
                                    .stack = read_stack(reader,
                                                        member(reader, from, "call", JSON_ARRAY)) };
    return reader->failed;
}

static void read_communicator(struct reader *reader, json_t *from)
{
    json_t *calls, *order;
    struct iq_communicator_calls to = { .id = address(reader, from, "id", NULL),
                                        .rank = (int)integer(reader, from, "rank", 0),
                                        .ranks = (int)integer(reader, from, "ranks", 0),
                                        .stack = read_stack(
                                            reader, member(reader, from, "created", JSON_ARRAY)),
                                        .made = (uint64_t)integer(reader, from, "made", 0) };
    size_t count = list(reader, from, "calls", &calls);
    for (size_t i = 0; i < count; i++) {
        struct iq_collective call;
        if (read_collective(reader, json_array_get(calls, i), &call) ||
            iq_vec_push(&to.calls, call))
            complain(reader, "calls", "an array of objects");
    }
    count = list(reader, from, "order", &order);
    for (size_t i = 0; i < count; i++) {
        json_int_t position = json_integer_value(json_array_get(order, i));
        if (position < 0 || (size_t)position >= to.calls.count ||
            iq_vec_push(&to.order, (uint32_t)position))
            complain(reader, "order", "an array of positions in 'calls'");
    }
    if (to.order.count > to.made)
        complain(reader, "made", "as large as there are calls");
    if (iq_vec_push(&reader->document->communicators, to)) {
        iq_collectives_finish(&to);
        complain(reader, "communicators", "small enough for memory");
    }
}

static void read_communicators(struct reader *reader, json_t *root)
{
    json_t *array;
    size_t count = list(reader, root, "communicators", &array);
    for (size_t i = 0; i < count && !reader->failed; i++)
        read_communicator(reader, json_array_get(array, i));
}

/* What the summary counts and no finding stands for was over --max. */
static void read_summary(struct reader *reader, json_t *root)
{
    json_t *summary = member(reader, root, "summary", JSON_OBJECT);
    for (int severity = 0; severity <= IQ_ERROR; severity++) {
        json_int_t count =
            integer(reader, summary, iq_severity_name((enum iq_severity)severity), 0);
        uint64_t full = reader->read[severity];
        reader->document->folded[severity] =
            count > 0 && (uint64_t)count > full ? (uint64_t)count - full : 0;
    }
}

/* One document.  Returns 0, IQ_EFORMAT, IQ_EUNSUPPORTED. */
static int read_document(json_t *root, const struct iq_report_filter *filter,
                         struct iq_document *document, struct iq_str *error)
{
    struct reader reader = { .document = document, .error = error, .filter = filter };
    json_t *tool = json_object_get(root, "inquest"), *findings;
    if (!json_is_object(root) || !json_is_object(tool) ||
        !json_is_integer(json_object_get(tool, "schema"))) {
        iq_str_puts(error, "not a report of inquest: no \"inquest\": {\"schema\": ...}");
        return IQ_EFORMAT;
    }
    if (json_integer_value(json_object_get(tool, "schema")) != 1) {
        iq_str_printf(error, "schema %lld is newer than this inquest",
                      (long long)json_integer_value(json_object_get(tool, "schema")));
        return IQ_EUNSUPPORTED;
    }
    document->version = text(&reader, tool, "version");
    document->foreign = true;
    read_process(&reader, root);
    read_coverage(&reader, root);
    if (iq_recorded_read_calls(document, root))
        complain(&reader, "recorded", "an object with well-formed calls");
    if (iq_timeline_read_calls(document, root))
        complain(&reader, "timeline", "an object with well-formed calls, in order");
    read_faults(&reader, root);
    document->damaged = json_is_true(json_object_get(root, "damaged"));
    size_t count = list(&reader, root, "findings", &findings);
    for (size_t i = 0; i < count && !reader.failed; i++) {
        reader.finding = i + 1;
        read_finding(&reader, json_array_get(findings, i), i + 1);
    }
    reader.finding = 0;
    read_communicators(&reader, root);
    read_summary(&reader, root);
    return reader.failed ? IQ_EFORMAT : 0;
}

/* The documents of a file. */
struct file {
    struct iq_document *documents;
    size_t count;
    const struct iq_report_filter *filter;
    struct iq_str *error;
};

static int add_document(json_t *root, struct file *file)
{
    if (file->count == DOCUMENT_LIMIT)
        return IQ_ETOOBIG;
    struct iq_document *grown = realloc(file->documents, (file->count + 1) * sizeof *grown);
    if (!grown)
        return IQ_ENOMEM;
    file->documents = grown;
    struct iq_document *document = &grown[file->count];
    iq_document_init(document);
    document->trace = (uint32_t)file->count;
    int failed = read_document(root, file->filter, document, file->error);
    if (failed)
        iq_document_finish(document);
    else
        file->count++;
    return failed;
}

static bool is_line(json_t *value, const char *type)
{
    const char *have = json_string_value(json_object_get(value, "type"));
    return have && !strcmp(have, type);
}

static void number_key(json_t *value, const char *name, char key[24])
{
    snprintf(key, 24, "%020lld", (long long)json_integer_value(json_object_get(value, name)));
}

/* [lines]: findings whose process has not been read yet, pid -> id -> finding.  A later line with
 * the same pid and id replaces the earlier. */
static int keep_line(json_t *lines, json_t *value)
{
    char pid[24], id[24];
    number_key(value, "pid", pid);
    number_key(value, "id", id);
    if (!json_object_get(lines, pid) && json_object_set_new(lines, pid, json_object()))
        return IQ_ENOMEM;
    return json_object_set(json_object_get(lines, pid), id, value) ? IQ_ENOMEM : 0;
}

/* Adds the document [process] with the findings of its lines; it has the numbers of the calls that
 * lead to them, and their timelines. */
static int add_lines(json_t *lines, const char *pid, json_t *process, struct file *file)
{
    json_t *findings = json_array(), *finding;
    json_t *numbers = json_object_get(json_object_get(process, "recorded"), "findings"),
           *figures = json_object_get(json_object_get(process, "timeline"), "findings");
    const char *key;
    json_object_foreach(json_object_get(lines, pid), key, finding)
    {
        char id[24];
        snprintf(id, sizeof id, "%lld",
                 (long long)json_integer_value(json_object_get(finding, "id")));
        if (json_object_get(numbers, id))
            json_object_set(finding, "recorded", json_object_get(numbers, id));
        if (json_object_get(figures, id))
            json_object_set(finding, "timeline", json_object_get(figures, id));
        json_array_append(findings, finding);
    }
    json_object_set_new(process, "findings", findings);
    json_object_del(lines, pid);
    return add_document(process, file);
}

/* Lines of a process that has no last one: inquest was ended before. */
static int add_unfinished(json_t *lines, struct file *file)
{
    int failed = 0;
    for (void *at; !failed && (at = json_object_iter(lines));) {
        char pid[24];
        snprintf(pid, sizeof pid, "%s", json_object_iter_key(at));
        json_t *process = json_pack("{s:{s:i},s:{s:I},s:b}", "inquest", "schema", 1, "process",
                                    "pid", (json_int_t)atoll(pid), "damaged", 1);
        failed = process ? add_lines(lines, pid, process, file) : IQ_ENOMEM;
        json_decref(process);
    }
    return failed;
}

/* Adds what one JSON value holds: a document, an array of them, or one of the [lines] that were
 * written while a program ran. */
static int add_value(json_t *value, json_t *lines, struct file *file)
{
    int failed = 0;
    char pid[24];
    if (is_line(value, "finding"))
        return keep_line(lines, value);
    if (is_line(value, "process")) {
        number_key(json_object_get(value, "process"), "pid", pid);
        return add_lines(lines, pid, value, file);
    }
    if (!json_is_array(value))
        return add_document(value, file);
    for (size_t i = 0; i < json_array_size(value) && !failed; i++)
        failed = add_document(json_array_get(value, i), file);
    return failed;
}

int iq_report_read_json(const char *data, size_t size, const struct iq_report_filter *filter,
                        struct iq_document **documents, size_t *count, struct iq_str *error)
{
    struct file file = { .filter = filter, .error = error };
    size_t at = 0;
    int failed = 0;
    json_t *lines = json_object();
    do {
        json_error_t problem;
        json_t *value = json_loadb(data + at, size - at,
                                   JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &problem);
        if (!value) {
            iq_str_printf(error, "line %d: %s", problem.line, problem.text);
            failed = IQ_EFORMAT;
        } else {
            failed = add_value(value, lines, &file);
            at += (size_t)problem.position;
            json_decref(value);
        }
        while (at < size && strchr(" \t\r\n", data[at]) && data[at])
            at++;
    } while (!failed && at < size);
    if (!failed)
        failed = add_unfinished(lines, &file);
    json_decref(lines);
    if (!failed && !file.count) {
        iq_str_puts(error, "the file contains no report");
        failed = IQ_EFORMAT;
    }
    for (size_t i = 0; failed && i < file.count; i++)
        iq_document_finish(&file.documents[i]);
    if (failed) {
        free(file.documents);
        file = (struct file){ 0 };
    }
    *documents = file.documents;
    *count = file.count;
    return failed;
}
