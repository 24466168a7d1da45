/* `inquest report`: saved JSON reports in, any format out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/fd.h"
#include "cli/command.h"
#include "cli/death.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/wanted.h"
#include "report/excerpt.h"
#include "report/symbols.h"

enum { FILE_LIMIT = 1 << 30 };

struct reports {
    struct iq_document *documents;
    size_t count;
};

/* Moves [count] documents of the malloc'ed [documents] after the others. */
static int add_documents(struct reports *reports, struct iq_document *documents, size_t count)
{
    struct iq_document *grown =
        realloc(reports->documents, (reports->count + count + 1) * sizeof *grown);
    if (!grown) {
        for (size_t i = 0; i < count; i++)
            iq_document_finish(&documents[i]);
        free(documents);
        return iq_command_fail("out of memory");
    }
    reports->documents = grown;
    if (count)
        memcpy(grown + reports->count, documents, count * sizeof *documents);
    reports->count += count;
    free(documents);
    return 0;
}

/* Adds what a launcher that was killed has left in its folder; all processes that used a GPU, or
 * if none did, the first. */
static int add_folder(struct reports *reports, const char *path)
{
    struct iq_session session;
    struct iq_document *documents = NULL;
    size_t count = 0, kept = 0;
    int error = iq_session_open(&session, path);
    /* its traces name the files that debug information is read from */
    if (!error && !session.own) {
        iq_session_close(&session);
        return iq_command_fail("%s belongs to another user, and only that user can render it",
                               path);
    }
    if (!error)
        error = iq_session_read(&session, &documents, &count);
    if (error) {
        iq_session_close(&session);
        return iq_command_fail("cannot read %s: %s", path, iq_strerror(error));
    }
    for (size_t i = 0; i < count; i++) {
        struct iq_document *document = &documents[i];
        if (!document->calls && !document->findings.count && (kept || i + 1 < count)) {
            iq_document_finish(document);
            continue;
        }
        (void)iq_symbols_resolve(document);
        (void)iq_death_describe(document);
        documents[kept++] = *document;
    }
    iq_session_close(&session);
    if (kept)
        return add_documents(reports, documents, kept);
    free(documents);
    return iq_command_fail("%s: this folder contains no trace of a process", path);
}

/* Adds the documents of one file; "-" is stdin.  Returns 0 or the exit status. */
static int add_file(struct reports *reports, const char *path)
{
    char *data;
    size_t size, count;
    struct iq_document *documents;
    struct iq_str reason;
    int error = iq_fd_read_file(!strcmp(path, "-") ? "/dev/stdin" : path, FILE_LIMIT, &data, &size);
    if (error == IQ_EFOLDER)
        return add_folder(reports, path);
    if (error)
        return iq_command_fail("cannot read %s: %s", path, iq_strerror(error));
    iq_str_init_heap(&reason);
    error = iq_report_read_json(data, size, &documents, &count, &reason);
    free(data);
    if (error)
        iq_command_fail("%s: %s", path, reason.length ? iq_str_text(&reason) : iq_strerror(error));
    iq_str_finish(&reason);
    return error ? IQ_EXIT_TROUBLE : add_documents(reports, documents, count);
}

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

/* Filters and writes.  Returns the exit status. */
static int write_reports(const struct iq_options *options, const struct reports *reports,
                         struct iq_wanted *wanted)
{
    const struct iq_document **shown = calloc(reports->count + 1, sizeof *shown);
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
    for (size_t i = 0; i < reports->count; i++) {
        iq_wanted_apply(wanted, &reports->documents[i]);
        bad |= iq_output_is_bad(options, &reports->documents[i]);
        shown[i] = &reports->documents[i];
    }
    if (!iq_options_has(options, IQ_OPTION_QUIET))
        iq_wanted_say(wanted);
    targets.default_stdout = true;
    int failed = iq_targets_write(&targets, shown, reports->count, true, &how);
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
    struct reports reports = { 0 };
    struct iq_wanted wanted = { 0 };
    int damaged = 0;
    int status = count ? 0 : iq_command_fail("no file given; usage: inquest report FILE...");
    if (!status)
        status = read_wanted(&wanted, options);
    for (int i = 0; i < count && !status; i++)
        damaged += add_file(&reports, words[i]) != 0;
    if (damaged && reports.count)
        fprintf(stderr, "inquest: warning: %d of %d reports %s skipped\n", damaged, count,
                damaged == 1 ? "is" : "are");
    if (!status && (reports.count || !damaged))
        status = write_reports(options, &reports, &wanted);
    for (size_t i = 0; i < reports.count; i++)
        iq_document_finish(&reports.documents[i]);
    free(reports.documents);
    iq_wanted_finish(&wanted);
    return damaged ? IQ_EXIT_TROUBLE : status;
}
