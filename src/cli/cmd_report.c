/* `inquest report`: saved JSON reports in, any format out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/errors.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/saved.h"
#include "report/excerpt.h"

/* The folders that sources are shown from, for reports of others: those of --source, else the one
 * that we are in. */
static void find_sources(const struct iq_options *options, struct iq_sources *sources)
{
    const char *here = ".";
    const char *const *folders = options->source_count ? options->sources : &here;
    int count = options->source_count ? options->source_count : 1;
    for (int i = 0; i < count && sources->count < IQ_SOURCES_MAX; i++) {
        char *real = realpath(folders[i], NULL);
        if (real)
            sources->folders[sources->count++] = real;
        else
            fprintf(stderr, "inquest: warning: --source %s: %s\n", folders[i], strerror(errno));
    }
}

static int read_wanted(struct iq_wanted *wanted, const struct iq_options *options)
{
    struct iq_str reason;
    iq_str_init_heap(&reason);
    int error = iq_wanted_open(wanted, options, &reason);
    if (error)
        iq_command_fail("%s", iq_str_text(&reason));
    iq_str_finish(&reason);
    return error ? IQ_EXIT_TROUBLE : 0;
}

/* Findings that several documents have are kept once, unless a format shows each process.  What is
 * left out is named in each report, but where stderr says it beside that. */
static int prepare_reading(struct iq_saved *saved, const struct iq_options *options)
{
    struct iq_targets targets;
    if (iq_targets_init(&targets, options))
        return iq_command_fail("out of memory");
    saved->fold = true;
    for (size_t i = 0; i < targets.list.count; i++) {
        const struct iq_target *target = &targets.list.data[i];
        saved->fold &= !target->format->ops->per_process;
        saved->collect |= target->pattern || strcmp(target->format->name, "text") != 0;
    }
    iq_targets_finish(&targets);
    return 0;
}

/* Returns the exit status. */
static int write_reports(const struct iq_options *options, const struct iq_saved *saved)
{
    size_t count = saved->documents.count;
    const struct iq_document **shown = calloc(count + 1, sizeof *shown);
    struct iq_targets targets;
    struct iq_report_options how = iq_output_options(options, STDOUT_FILENO);
    struct iq_sources sources = { 0 };
    find_sources(options, &sources);
    how.sources = &sources;
    bool bad = false;
    if (!shown || iq_targets_init(&targets, options)) {
        free(shown);
        return iq_command_fail("out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        shown[i] = &saved->documents.data[i];
        bad |= iq_output_is_bad(options, shown[i]);
    }
    if (!iq_options_has(options, IQ_OPTION_QUIET))
        iq_wanted_say(saved->wanted);
    targets.default_stdout = true;
    int failed = iq_targets_write(&targets, shown, count, true, &how);
    iq_targets_finish(&targets);
    for (size_t i = 0; i < sources.count; i++)
        free(sources.folders[i]);
    free(shown);
    if (failed)
        return IQ_EXIT_TROUBLE;
    const char *status = options->value[IQ_OPTION_ERROR_EXITCODE];
    return bad && status ? atoi(status) : 0;
}

int iq_command_report(const struct iq_options *options, int count, char **words)
{
    struct iq_wanted wanted = { 0 };
    struct iq_saved saved = { .wanted = &wanted };
    int status = count ? 0 : iq_command_fail("no file given; usage: inquest report FILE...");
    if (!status)
        status = read_wanted(&wanted, options);
    if (!status)
        status = prepare_reading(&saved, options);
    for (int i = 0; i < count && !status; i++)
        iq_saved_add(&saved, words[i]);
    iq_saved_judge(&saved);
    if (saved.damaged && saved.documents.count)
        fprintf(stderr, "inquest: warning: %zu of %zu reports %s skipped\n", saved.damaged,
                saved.files, saved.damaged == 1 ? "is" : "are");
    if (!status && (saved.documents.count || !saved.damaged))
        status = write_reports(options, &saved);
    if (saved.damaged || saved.incomplete)
        status = IQ_EXIT_TROUBLE;
    iq_saved_finish(&saved);
    iq_wanted_finish(&wanted);
    return status;
}
