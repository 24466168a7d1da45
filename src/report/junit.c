/* JUnit XML, as continuous integration services read it: a test case for each finding, and one for
 * each program that was checked, so that a run without findings is a test that passed.
 *
 * There is no standard; what Jenkins, GitLab and others agree on is used: testsuites, testsuite,
 * testcase with failure, error or skipped.  Services know a case again by its names, which
 * therefore hold no addresses, process ids or counts of calls. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "report/safe.h"
#include "report/shown.h"
#include "report/text.h"

/* One program of a run: all processes with its name. */
struct program {
    const char *name, *device;
    const struct iq_document *crashed; /* NULL: none of its processes */
    const char *complaint;             /* why findings may be missing; NULL: none may */
    uint64_t calls;
    size_t processes;
};
typedef IQ_VEC(struct program) programs;

struct totals {
    size_t tests, failures, errors, skipped;
};

static void put(struct iq_str *out, const char *text)
{
    iq_safe_put_markup(out, text, strlen(text));
}

static void put_attribute(struct iq_str *out, const char *name, const char *value)
{
    iq_str_printf(out, " %s=\"", name);
    put(out, value);
    iq_str_puts(out, "\"");
}

/* ---- programs ---- */

static bool is_crash(int number)
{
    return number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGFPE ||
           number == SIGILL;
}

static const char *complaint_of(const struct iq_document *document)
{
    enum { ERROR = 2 };
    for (size_t i = 0; i < document->messages.count; i++)
        if (document->messages.data[i].level == ERROR)
            return document->messages.data[i].text;
    return document->damaged ? "the trace of a process is damaged: findings may be missing"
           : document->dropped
               ? "records of the trace could not be written: findings may be missing"
               : NULL;
}

static void add(struct program *program, const struct iq_document *document)
{
    program->calls += document->calls;
    program->processes++;
    if (!program->device)
        program->device = iq_view_device(document);
    if (!program->complaint)
        program->complaint = complaint_of(document);
    if (!program->crashed && is_crash(document->exit_signal))
        program->crashed = document;
}

static struct program *program_named(programs *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->data[i].name, name))
            return &list->data[i];
    if (iq_vec_push(list, (struct program){ .name = name }))
        return NULL;
    return &list->data[list->count - 1];
}

/* Those that used a GPU or of which there is something to say, or else the first one: shells and
 * build tools around the tests are none.  Returns 0, IQ_ENOMEM. */
static int find_programs(const struct iq_document *const *documents, size_t count, programs *list)
{
    for (size_t i = 0; i < count; i++) {
        bool counts = documents[i]->calls || complaint_of(documents[i]) ||
                      is_crash(documents[i]->exit_signal);
        if (!counts && (list->count || i + 1 < count))
            continue;
        struct program *program = program_named(list, iq_view_program(documents[counts ? i : 0]));
        if (!program)
            return IQ_ENOMEM;
        add(program, documents[i]);
    }
    return 0;
}

static bool is_unseen(const struct program *program)
{
    return !program->calls && !program->crashed && !program->complaint;
}

static void put_program(struct iq_str *out, const struct program *program)
{
    iq_str_puts(out, "  <testcase");
    put_attribute(out, "classname", program->name);
    put_attribute(out, "name", "GPU calls are checked");
    iq_str_puts(out, ">\n");
    if (program->crashed) {
        int number = program->crashed->exit_signal;
        iq_str_printf(out, "    <error type=\"signal\" message=\"ended by signal %d (%s)\"/>\n",
                      number, strsignal(number));
    } else if (program->complaint) {
        iq_str_puts(out, "    <error type=\"incomplete\"");
        put_attribute(out, "message", program->complaint);
        iq_str_puts(out, "/>\n");
    } else if (is_unseen(program)) {
        iq_str_puts(out, "    <skipped message=\"no GPU call was seen: nothing was checked\"/>\n");
    }
    iq_str_printf(out, "    <system-out>%" PRIu64 " call%s", program->calls,
                  program->calls == 1 ? "" : "s");
    if (program->processes > 1)
        iq_str_printf(out, " of %zu processes", program->processes);
    if (program->device) {
        iq_str_puts(out, " on ");
        put(out, program->device);
    }
    iq_str_puts(out, "</system-out>\n  </testcase>\n");
}

/* ---- findings ---- */

static bool is_failure(const struct iq_view_group *group, const struct iq_report_options *options)
{
    return group->finding->severity >= (options->warnings_fail ? IQ_WARNING : IQ_ERROR);
}

/* Names it, and says where it is. */
static void put_case(struct iq_str *out, const struct iq_view_group *group)
{
    const struct iq_finding *finding = group->finding;
    const struct iq_frame *place = iq_view_place(group->document, finding);
    char line[16];
    struct iq_str path, name;
    iq_str_init_heap(&path);
    iq_str_init_heap(&name);
    iq_str_printf(&name, "%s: %s", finding->rule_text, finding->message);
    if (place && place->file)
        iq_shown_path(&path, place);
    if (path.length && place->line)
        iq_str_printf(&name, " (%s:%" PRIu32 ")", iq_str_text(&path), place->line);
    else if (place && place->function)
        iq_str_printf(&name, " (%s)", place->function);
    put_attribute(out, "classname", iq_view_program(group->document));
    put_attribute(out, "name", iq_str_text(&name));
    if (path.length)
        put_attribute(out, "file", iq_str_text(&path));
    if (path.length && place->line) {
        snprintf(line, sizeof line, "%" PRIu32, place->line);
        put_attribute(out, "line", line);
    }
    iq_str_finish(&name);
    iq_str_finish(&path);
}

static void put_finding(struct iq_str *out, const struct iq_view_group *group,
                        const struct iq_report_options *options)
{
    const struct iq_finding *finding = group->finding;
    const char *element = is_failure(group, options) ? "failure" : "system-out";
    struct iq_report_options plain = *options;
    struct iq_str text;
    plain.color = false;
    plain.width = 0;
    iq_str_init_heap(&text);
    iq_text_put_finding(&text, group, &plain);
    iq_str_puts(out, "  <testcase");
    put_case(out, group);
    iq_str_printf(out, ">\n    <%s", element);
    if (is_failure(group, options)) {
        put_attribute(out, "type", finding->rule_text);
        put_attribute(out, "message", finding->message);
    }
    iq_str_puts(out, ">");
    put(out, iq_str_text(&text));
    iq_str_printf(out, "</%s>\n  </testcase>\n", element);
    iq_str_finish(&text);
}

/* ---- all of it ---- */

static struct totals count_all(const programs *list, const iq_view_groups *groups,
                               const struct iq_report_options *options)
{
    struct totals totals = { .tests = list->count };
    for (size_t i = 0; i < list->count; i++) {
        totals.errors += list->data[i].crashed || list->data[i].complaint;
        totals.skipped += is_unseen(&list->data[i]);
    }
    for (size_t i = 0; i < groups->count; i++)
        if (!groups->data[i].folded) {
            totals.tests++;
            totals.failures += is_failure(&groups->data[i], options);
        }
    return totals;
}

static void put_suite(struct iq_str *out, const char *element, const struct totals *totals)
{
    iq_str_printf(out,
                  "<%s name=\"inquest\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
                  "skipped=\"%zu\">\n",
                  element, totals->tests, totals->failures, totals->errors, totals->skipped);
}

static int put_all(struct iq_str *out, const programs *list, const iq_view_groups *groups,
                   const struct iq_report_options *options)
{
    struct totals totals = count_all(list, groups, options);
    int failed = 0;
    iq_str_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put_suite(out, "testsuites", &totals);
    put_suite(out, "testsuite", &totals);
    for (size_t i = 0; i < list->count; i++)
        put_program(out, &list->data[i]);
    for (size_t i = 0; i < groups->count && !failed; i++) {
        if (groups->data[i].folded)
            continue;
        put_finding(out, &groups->data[i], options);
        failed = iq_report_flush(out, options);
    }
    iq_str_puts(out, "</testsuite>\n</testsuites>\n");
    return failed;
}

static int render(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options)
{
    iq_view_groups groups = { 0 };
    programs list = { 0 };
    int failed = iq_view_group_all(documents, count, &groups);
    failed = failed ? failed : iq_view_fold_sites(&groups);
    failed = failed ? failed : find_programs(documents, count, &list);
    failed = failed ? failed : put_all(out, &list, &groups, options);
    iq_vec_finish(&list);
    iq_view_groups_finish(&groups);
    return failed;
}

const struct iq_report_ops iq_report_junit = { .render = render };
