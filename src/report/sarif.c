/* SARIF 2.1.0, as code-scanning services and editors read it: one run over all processes. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "report/excerpt.h"
#include "report/json_value.h"
#include "report/notices.h"
#include "report/report.h"
#include "report/rules.h"
#include "report/shown.h"
#include "report/splice.h"
#include "report/view.h"

static json_t *message(const char *text)
{
    json_t *object = json_object();
    json_object_set_new(object, "text", iq_json_safe(text));
    return object;
}

/* A file name as a URI reference: what is not allowed there is escaped. */
static json_t *uri(const char *path)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    if (path[0] == '/')
        iq_str_puts(&text, "file://");
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
            strchr("-._~/+", *c))
            iq_str_put(&text, (const char *)c, 1);
        else
            iq_str_printf(&text, "%%%02X", *c);
    json_t *value = json_string(iq_str_text(&text));
    iq_str_finish(&text);
    return value;
}

static json_t *artifact(const char *path)
{
    json_t *physical = json_object(), *object = json_object();
    json_object_set_new(object, "uri", uri(path));
    json_object_set_new(physical, "artifactLocation", object);
    return physical;
}

/* The file in the one form in which it is named everywhere. */
static json_t *physical(const struct iq_frame *frame, const struct iq_excerpt *excerpt)
{
    struct iq_str path;
    iq_str_init_heap(&path);
    iq_shown_path(&path, frame);
    json_t *object = artifact(iq_str_text(&path));
    iq_str_finish(&path);
    if (frame->line) {
        json_t *region = json_object();
        json_object_set_new(region, "startLine", json_integer(frame->line));
        if (excerpt && excerpt->first_column) {
            json_object_set_new(region, "startColumn", json_integer(excerpt->first_column));
            json_object_set_new(region, "endColumn", json_integer(excerpt->end_column));
        }
        json_object_set_new(object, "region", region);
    }
    return object;
}

static json_t *location(const struct iq_frame *frame, const struct iq_excerpt *excerpt,
                        const char *text)
{
    json_t *object = json_object();
    if (frame && frame->file)
        json_object_set_new(object, "physicalLocation", physical(frame, excerpt));
    if (frame && frame->function) {
        json_t *logical = json_object(), *list = json_array();
        json_object_set_new(logical, "fullyQualifiedName", iq_json_safe(frame->function));
        json_object_set_new(logical, "kind", json_string("function"));
        json_array_append_new(list, logical);
        json_object_set_new(object, "logicalLocations", list);
    }
    if (text)
        json_object_set_new(object, "message", message(text));
    return object;
}

/* Where a result is: code-scanning services leave out those without a file, so the program stands
 * for what is not known. */
static json_t *main_location(const struct iq_view_group *group,
                             const struct iq_report_options *options)
{
    const struct iq_document *document = group->document;
    const struct iq_frame *place = iq_view_place(document, group->finding);
    struct iq_excerpt excerpt;
    bool read = place && !options->no_source &&
                iq_excerpt_read(place, group->finding, document->foreign ? options->sources : NULL,
                                &excerpt);
    json_t *object = location(place, read ? &excerpt : NULL, NULL);
    if (!place || !place->file)
        json_object_set_new(object, "physicalLocation",
                            artifact(document->exe          ? document->exe
                                     : document->argv.count ? document->argv.data[0]
                                                            : "program"));
    return object;
}

static json_t *fingerprints(const struct iq_view_group *group)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64,
             iq_view_fingerprint(group->document, group->finding));
    json_t *object = json_object();
    json_object_set_new(object, "inquest/v1", json_string(text));
    return object;
}

static json_t *stack(const struct iq_view_site *site)
{
    json_t *object = json_object(), *frames = json_array();
    json_object_set_new(object, "message", message(site->what));
    for (size_t i = 0; i < site->frames->count; i++) {
        const struct iq_frame *frame = &site->frames->data[i];
        json_t *one = json_object();
        json_object_set_new(one, "location", location(frame, NULL, NULL));
        if (frame->module)
            json_object_set_new(one, "module", iq_json_safe(frame->module));
        json_array_append_new(frames, one);
    }
    json_object_set_new(object, "frames", frames);
    return object;
}

/* Which ranks: services show the message only. */
static void put_processes(struct iq_str *out, const struct iq_view_group *group)
{
    struct iq_str list;
    iq_str_init_heap(&list);
    if (iq_view_put_processes(&list, group))
        iq_str_printf(out, "\nProcesses: %s.", iq_str_text(&list));
    iq_str_finish(&list);
}

static json_t *result(const struct iq_view_group *group, const struct iq_report_options *options)
{
    const struct iq_finding *finding = group->finding;
    json_t *object = json_object(), *locations = json_array(), *stacks = json_array(),
           *related = json_array();
    struct iq_view_site sites[IQ_VIEW_MAX_SITES];
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_puts(&text, finding->message);
    if (finding->cause && *finding->cause)
        iq_str_printf(&text, "\n%s", finding->cause);
    if (finding->fix && *finding->fix)
        iq_str_printf(&text, "\nFix: %s", finding->fix);
    put_processes(&text, group);
    json_object_set_new(object, "ruleId", iq_json_safe(finding->rule_text));
    json_object_set_new(object, "level", iq_json_safe(iq_severity_name(finding->severity)));
    json_object_set_new(object, "message", message(iq_str_text(&text)));
    json_object_set_new(object, "occurrenceCount",
                        json_integer((json_int_t)(group->count ? group->count : 1)));
    json_array_append_new(locations, main_location(group, options));
    json_object_set_new(object, "partialFingerprints", fingerprints(group));
    int count = iq_view_sites(group->document, finding, sites);
    for (int i = 0; i < count; i++) {
        if (!sites[i].frames)
            continue;
        json_array_append_new(stacks, stack(&sites[i]));
        if (strcmp(sites[i].name, "call") != 0)
            json_array_append_new(related,
                                  location(&sites[i].frames->data[0], NULL, sites[i].what));
    }
    json_object_set_new(object, "locations", locations);
    json_object_set_new(object, "relatedLocations", related);
    json_object_set_new(object, "stacks", stacks);
    iq_str_finish(&text);
    return object;
}

static json_t *help(const char *id, const char *family, const char *sentence)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_printf(&text, "%s: %s (%s).  `inquest explain %s' shows causes and fixes.", id, sentence,
                  iq_rules_family_title(family), id);
    json_t *object = message(iq_str_text(&text));
    iq_str_finish(&text);
    iq_str_init_heap(&text);
    iq_str_printf(&text, "**%s**: %s (%s).\n\n`inquest explain %s` shows causes and fixes.", id,
                  sentence, iq_rules_family_title(family), id);
    json_object_set_new(object, "markdown", iq_json_safe(iq_str_text(&text)));
    iq_str_finish(&text);
    return object;
}

/* [all]: which rules are used is not known yet. */
static json_t *tool(const iq_view_groups *groups, bool all)
{
    json_t *object = json_object(), *driver = json_object(), *rules = json_array();
    const char *title, *id, *family;
    json_object_set_new(driver, "name", json_string("inquest"));
    json_object_set_new(driver, "version", json_string(IQ_VERSION));
    for (unsigned n = 0; (id = iq_rules_get(n, &family, &title)); n++) {
        bool used = all;
        for (size_t i = 0; i < groups->count; i++)
            used |= !strcmp(groups->data[i].finding->rule_text, id);
        if (!used)
            continue;
        json_t *rule = json_object();
        json_object_set_new(rule, "id", json_string(id));
        json_object_set_new(rule, "shortDescription", message(title));
        json_object_set_new(rule, "help", help(id, family, title));
        json_array_append_new(rules, rule);
    }
    json_object_set_new(driver, "rules", rules);
    json_object_set_new(object, "driver", driver);
    return object;
}

static json_t *notification(int level, const char *text)
{
    static const char *const levels[] = { "note", "warning", "error" };
    json_t *object = json_object();
    json_object_set_new(object, "level", json_string(levels[level]));
    json_object_set_new(object, "message", message(text));
    return object;
}

/* What is to be known of the run besides its findings: what is missing, above all. */
static json_t *notifications(const struct iq_document *document)
{
    json_t *list = json_array();
    struct iq_str loss;
    iq_str_init_heap(&loss);
    for (size_t i = 0; i < document->messages.count; i++)
        json_array_append_new(
            list, notification(document->messages.data[i].level, document->messages.data[i].text));
    for (unsigned n = 0; iq_notices_loss(&loss, document, n); n++) {
        json_array_append_new(list, notification(1, iq_str_text(&loss)));
        loss.length = 0;
    }
    iq_str_finish(&loss);
    return list;
}

static json_t *invocation(const struct iq_document *document)
{
    json_t *notes = notifications(document);
    json_t *object = json_object(), *arguments = json_array();
    for (size_t i = 0; i < document->argv.count; i++)
        json_array_append_new(arguments, iq_json_safe(document->argv.data[i]));
    json_object_set_new(object, "arguments", arguments);
    json_object_set_new(object, "processId", json_integer(document->pid));
    if (document->host)
        json_object_set_new(object, "machine", iq_json_safe(document->host));
    if (document->rank) {
        json_t *properties = json_object();
        json_object_set_new(properties, "rank", iq_json_safe(document->rank));
        json_object_set_new(object, "properties", properties);
    }
    if (json_array_size(notes))
        json_object_set(object, "toolExecutionNotifications", notes);
    json_decref(notes);
    if (document->exit_known && !document->exit_signal)
        json_object_set_new(object, "exitCode", json_integer(document->exit_code));
    if (document->exit_signal)
        json_object_set_new(object, "exitSignalNumber", json_integer(document->exit_signal));
    json_object_set_new(object, "executionSuccessful",
                        json_boolean(!document->exit_signal && document->exit_code <= 0));
    return object;
}

struct results {
    struct iq_splice splice;
    const struct iq_document *document;
    const struct iq_report_options *options;
};

static int put_groups(struct results *results, const iq_view_groups *groups)
{
    int failed = 0;
    for (size_t i = 0; i < groups->count && !failed; i++) {
        failed = iq_splice_put(&results->splice, result(&groups->data[i], results->options));
        failed = failed ? failed : iq_report_flush(results->splice.out, results->options);
    }
    return failed;
}

/* Findings of a further file, which are not looked for in other processes. */
static int put_part(void *user, const struct iq_document *part)
{
    struct results *results = user;
    iq_view_groups groups = { 0 };
    if (part == results->document)
        return 0;
    int failed = iq_view_group_all(&part, 1, &groups);
    if (!failed)
        failed = put_groups(results, &groups);
    iq_view_groups_finish(&groups);
    return failed;
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    struct results results = { .options = options };
    iq_view_groups groups = { 0 };
    bool further = false;
    if (iq_view_group_all(documents, count, &groups))
        return IQ_ENOMEM;
    json_t *root = json_object(), *runs = json_array(), *run = json_object(),
           *invocations = json_array();
    json_object_set_new(root, "$schema",
                        json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    json_object_set_new(root, "version", json_string("2.1.0"));
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(invocations, invocation(documents[i]));
        further |= documents[i]->further.files.count > 0;
    }
    json_object_set_new(run, "tool", tool(&groups, further));
    json_object_set_new(run, "invocations", invocations);
    json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
    json_object_set_new(run, "results", json_array()); /* they follow one by one */
    json_array_append_new(runs, run);
    json_object_set_new(root, "runs", runs);
    int failed = iq_splice_begin(&results.splice, out, root, "results", 0);
    if (!failed)
        failed = put_groups(&results, &groups);
    for (size_t i = 0; i < count && !failed; i++) {
        results.document = documents[i];
        failed = iq_document_each_part(documents[i], put_part, &results);
    }
    iq_splice_end(&results.splice);
    iq_str_puts(out, "\n");
    iq_view_groups_finish(&groups);
    return failed;
}

const struct iq_report_ops iq_report_sarif = { .render = render };
