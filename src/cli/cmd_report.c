/* `inquest report`: saved JSON reports in, any format out. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/fd.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/suppress.h"

enum { FILE_LIMIT = 1 << 30 };

struct reports { struct iq_document *documents; size_t count; };

/* Adds the documents of one file; "-" is stdin.  Returns 0 or the exit status. */
static int add_file(struct reports *reports, const char *path)
{
    char *data;
    size_t size, count;
    struct iq_document *documents;
    struct iq_str reason;
    int error = iq_fd_read_file(!strcmp(path, "-") ? "/dev/stdin" : path, FILE_LIMIT, &data, &size);
    if (error)
        return iq_command_fail("cannot read %s: %s", path, iq_strerror(error));
    iq_str_init_heap(&reason);
    error = iq_report_read_json(data, size, &documents, &count, &reason);
    free(data);
    if (error)
        iq_command_fail("%s: %s", path, reason.length ? iq_str_text(&reason) : iq_strerror(error));
    iq_str_finish(&reason);
    if (error)
        return IQ_EXIT_TROUBLE;
    struct iq_document *grown = realloc(reports->documents, (reports->count + count) * sizeof *grown);
    if (grown || !(reports->count + count)) {
        reports->documents = grown;
        memcpy(grown + reports->count, documents, count * sizeof *documents);
        reports->count += count;
    }
    free(documents);
    return grown || !count ? 0 : iq_command_fail("out of memory");
}

static int read_suppressions(struct iq_suppressions *suppressions, const char *path)
{
    struct iq_str reason;
    iq_str_init_heap(&reason);
    int error = path ? iq_suppressions_read(suppressions, path, &reason) : 0;
    if (error)
        iq_command_fail("%s", iq_str_text(&reason));
    iq_str_finish(&reason);
    return error ? IQ_EXIT_TROUBLE : 0;
}

/* Filters and writes.  Returns the exit status. */
static int write_reports(const struct iq_options *options, const struct reports *reports, const struct iq_suppressions *suppressions)
{
    const struct iq_filter filter = { suppressions, options->value[IQ_OPTION_RULES], options->value[IQ_OPTION_NO_RULES],
                                      (uint64_t)atoll(options->value[IQ_OPTION_MAX]) };
    const struct iq_document **shown = calloc(reports->count + 1, sizeof *shown);
    struct iq_targets targets;
    struct iq_report_options how = iq_output_options(options, STDOUT_FILENO);
    bool bad = false;
    if (!shown || iq_targets_init(&targets, options)) {
        free(shown);
        return iq_command_fail("out of memory");
    }
    for (size_t i = 0; i < reports->count; i++) {
        iq_filter_apply(&filter, &reports->documents[i]);
        bad |= iq_document_count(&reports->documents[i], IQ_ERROR) > 0;
        shown[i] = &reports->documents[i];
    }
    targets.default_stdout = true;
    int failed = iq_targets_write(&targets, shown, reports->count, true, &how);
    iq_targets_finish(&targets);
    free(shown);
    if (failed)
        return IQ_EXIT_TROUBLE;
    const char *wanted = options->value[IQ_OPTION_ERROR_EXITCODE];
    return bad && wanted ? atoi(wanted) : 0;
}

int iq_command_report(const struct iq_options *options, int count, char **words)
{
    struct reports reports = {0};
    struct iq_suppressions suppressions = {0};
    int status = count ? 0 : iq_command_fail("no file given; usage: inquest report FILE...");
    for (int i = 0; i < count && !status; i++)
        status = add_file(&reports, words[i]);
    if (!status)
        status = read_suppressions(&suppressions, options->value[IQ_OPTION_SUPPRESSIONS]);
    if (!status)
        status = write_reports(options, &reports, &suppressions);
    for (size_t i = 0; i < reports.count; i++)
        iq_document_finish(&reports.documents[i]);
    free(reports.documents);
    iq_suppressions_finish(&suppressions);
    return status;
}
