#include "cli/saved.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "base/fd.h"
#include "base/hash.h"
#include "cli/command.h"
#include "cli/death.h"
#include "cli/folder.h"
#include "cli/session.h"
#include "report/collectives.h"
#include "report/ranks.h"
#include "report/report.h"
#include "report/symbols.h"
#include "report/view.h"

enum { FILE_LIMIT = 1 << 30 };

__attribute__((format(printf, 2, 3))) static int problem(struct iq_saved *saved, const char *format,
                                                         ...)
{
    struct iq_str text;
    va_list args;
    iq_str_init_heap(&text);
    va_start(args, format);
    iq_str_vprintf(&text, format, args);
    va_end(args);
    saved->damaged++;
    if (!saved->silent)
        iq_command_fail("%s", iq_str_text(&text));
    char *kept = saved->collect ? iq_str_take(&text) : NULL;
    if (kept && iq_vec_push(&saved->problems, kept))
        free(kept);
    iq_str_finish(&text);
    return IQ_EXIT_TROUBLE;
}

/* Has an earlier document the [finding] that is being read from [document]?  The second finding of
 * a document that looks the same is compared with the second one of others. */
static bool is_repeat(struct iq_saved *saved, struct iq_document *document,
                      const struct iq_finding *finding)
{
    uintptr_t number = saved->documents.count + document->trace + 1;
    uint64_t key = iq_view_identity(document, finding);
    uintptr_t before;
    while ((before = (uintptr_t)iq_map_get(&saved->known, key)) == number)
        key = iq_view_next_identity(key);
    if (iq_map_set(&saved->known, key, (void *)number) || !before)
        return false;
    return !iq_vec_push(&document->repeats,
                        (struct iq_repeat){ key, finding->count, finding->severity });
}

/* Filter of the reader. */
static bool keeps(void *user, struct iq_document *document, const struct iq_finding *finding)
{
    struct iq_saved *saved = user;
    if (saved->wanted && !iq_wanted_has(saved->wanted, document, finding))
        return false;
    return !saved->fold || !is_repeat(saved, document, finding);
}

/* Moves [count] documents of the malloc'ed [documents] after the others. */
static int add_documents(struct iq_saved *saved, struct iq_document *documents, size_t count)
{
    int failed = 0;
    for (size_t i = 0; i < count; i++)
        if (failed || iq_vec_push(&saved->documents, documents[i])) {
            iq_document_finish(&documents[i]);
            failed = 1;
        }
    free(documents);
    return failed ? problem(saved, "out of memory") : 0;
}

/* Adds what a launcher that was killed has left in its folder; all processes that used a GPU, or
 * if none did, the first. */
static int add_session(struct iq_saved *saved, const char *path)
{
    struct iq_session session;
    struct iq_document *documents = NULL;
    size_t count = 0, kept = 0;
    int error = iq_session_open(&session, path);
    /* its traces name the files that debug information is read from */
    if (!error && !session.own) {
        iq_session_close(&session);
        return problem(saved, "%s belongs to another user, and only that user can render it", path);
    }
    if (!error)
        error = iq_session_read(&session, &documents, &count);
    if (error) {
        iq_session_close(&session);
        return problem(saved, "cannot read %s: %s", path, iq_strerror(error));
    }
    for (size_t i = 0; i < count; i++) {
        struct iq_document *document = &documents[i];
        if (!document->calls && !document->findings.count && (kept || i + 1 < count)) {
            iq_document_finish(document);
            continue;
        }
        (void)iq_symbols_resolve(document);
        (void)iq_death_describe(document, path);
        if (saved->wanted)
            iq_wanted_apply(saved->wanted, document);
        saved->further.wanted = saved->wanted;
        iq_further_prepare(&saved->further, document);
        documents[kept++] = *document;
    }
    iq_session_close(&session);
    if (kept)
        return add_documents(saved, documents, kept);
    free(documents);
    return problem(saved, "%s: this folder contains no trace of a process", path);
}

/* Adds the documents of a file. */
static int add_data(struct iq_saved *saved, const char *path, const char *data, size_t size)
{
    size_t count;
    struct iq_document *documents;
    struct iq_str reason;
    struct iq_report_filter filter = { keeps, saved };
    iq_str_init_heap(&reason);
    int error = iq_report_read_json(data, size, &filter, &documents, &count, &reason);
    if (error)
        problem(saved, "%s: %s", path, reason.length ? iq_str_text(&reason) : iq_strerror(error));
    iq_str_finish(&reason);
    if (error)
        return IQ_EXIT_TROUBLE;
    for (size_t i = 0; i < count && saved->wanted; i++) {
        struct iq_filter maximum = { .max = saved->wanted->filter.max };
        iq_filter_apply(&maximum, &documents[i], &saved->wanted->filtered);
    }
    return add_documents(saved, documents, count);
}

static int by_name(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

int iq_saved_list(const char *folder, iq_saved_names *names)
{
    DIR *entries = opendir(folder);
    int error = entries ? 0 : iq_error_from_errno(errno);
    for (struct dirent *entry; entries && !error && (entry = readdir(entries));) {
        if (!iq_folder_is_report(entry->d_name))
            continue;
        char *name = strdup(entry->d_name);
        error = name ? iq_vec_push(names, name) : IQ_ENOMEM;
        if (error)
            free(name);
    }
    if (entries)
        closedir(entries);
    if (names->count)
        qsort(names->data, names->count, sizeof *names->data, by_name);
    return error;
}

void iq_saved_names_finish(iq_saved_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->data[i]);
    iq_vec_finish(names);
}

/* Adds what was read of [path], if there was no [error]. */
static int add_read(struct iq_saved *saved, const char *path, int error, char *data, size_t size)
{
    saved->files++;
    if (error)
        return problem(saved, "cannot read %s: %s", path, iq_strerror(error));
    int status = add_data(saved, path, data, size);
    free(data);
    return status;
}

static int add_folder(struct iq_saved *saved, const char *path)
{
    iq_saved_names names = { 0 };
    int error = iq_saved_list(path, &names), status = 0;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    for (size_t i = 0; i < names.count && !error; i++) {
        struct iq_str file;
        iq_str_init_heap(&file);
        iq_str_printf(&file, "%.*s/%s", (int)length, path, names.data[i]);
        char *data = NULL;
        size_t size = 0;
        /* whoever may write to the folder may have put something else there */
        int failed = iq_fd_read_regular(iq_str_text(&file), FILE_LIMIT, &data, &size);
        status |= add_read(saved, iq_str_text(&file), failed, data, size);
        iq_str_finish(&file);
    }
    bool none = !names.count;
    iq_saved_names_finish(&names);
    if (error)
        return problem(saved, "cannot read %s: %s", path, iq_strerror(error));
    if (!none)
        return status;
    saved->files++;
    return add_session(saved, path);
}

int iq_saved_add(struct iq_saved *saved, const char *path)
{
    char *data = NULL;
    size_t size = 0;
    int error = iq_fd_read_file(!strcmp(path, "-") ? "/dev/stdin" : path, FILE_LIMIT, &data, &size);
    return error == IQ_EFOLDER ? add_folder(saved, path) : add_read(saved, path, error, data, size);
}

static void say(struct iq_document *document, struct iq_str *text)
{
    const char *copy = iq_document_copy(document, iq_str_text(text), text->length);
    IQ_DROP(iq_vec_push(&document->messages,
                        (struct iq_message){ .level = 1, .text = copy, .of_job = true }));
    iq_str_finish(text);
    iq_str_init_heap(text);
}

/* Ranks of which no document is. */
static void judge_ranks(struct iq_saved *saved, struct iq_str *text)
{
    IQ_VEC(uint32_t) missing = { 0 };
    struct iq_map there = { 0 };
    uint32_t total = 0;
    for (size_t i = 0; i < saved->documents.count; i++) {
        const struct iq_document *document = &saved->documents.data[i];
        if (!document->rank)
            continue;
        IQ_DROP(iq_map_set(&there, (uint64_t)atoi(document->rank), (void *)1));
        total = document->ranks > total ? document->ranks : total;
    }
    for (uint32_t rank = 0; rank < total; rank++)
        if (!iq_map_get(&there, rank))
            IQ_DROP(iq_vec_push(&missing, rank));
    if (missing.count) {
        iq_str_puts(text, missing.count == 1 ? "rank " : "ranks ");
        iq_ranks_put_list(text, missing.data, missing.count);
        iq_str_printf(text, " of %u left no report: inquest was killed there or still runs", total);
        saved->incomplete = true;
        say(&saved->documents.data[0], text);
    }
    iq_vec_finish(&missing);
    iq_map_finish(&there);
}

static const char *version_of(const struct iq_document *document) { return document->version; }
static const char *job_of(const struct iq_document *document) { return document->job; }

/* The values of [of] that differ: "0.1.0, 0.2.0"; returns their number. */
static size_t list_values(const struct iq_saved *saved,
                          const char *of(const struct iq_document *document), struct iq_str *list)
{
    struct iq_map seen = { 0 };
    for (size_t i = 0; i < saved->documents.count; i++) {
        const char *value = of(&saved->documents.data[i]);
        uint64_t key = value ? iq_hash_bytes(value, strlen(value)) : 0;
        if (!value || iq_map_get(&seen, key))
            continue;
        iq_str_printf(list, "%s%s", seen.count ? ", " : "", value);
        IQ_DROP(iq_map_set(&seen, key, (void *)1));
    }
    size_t count = seen.count;
    iq_map_finish(&seen);
    return count;
}

void iq_saved_judge(struct iq_saved *saved)
{
    struct iq_str text, list;
    if (!saved->documents.count)
        return;
    iq_str_init_heap(&text);
    iq_str_init_heap(&list);
    IQ_DROP(iq_collectives_compare(saved->documents.data, saved->documents.count));
    judge_ranks(saved, &text);
    if (list_values(saved, version_of, &list) > 1) {
        iq_str_printf(&text, "the reports are of different versions of inquest: %s",
                      iq_str_text(&list));
        say(&saved->documents.data[0], &text);
        saved->incomplete = true;
    }
    list.length = 0;
    size_t jobs = list_values(saved, job_of, &list);
    if (jobs > 1) {
        iq_str_printf(&text, "the reports are of %zu jobs: a rank is not the same process in each",
                      jobs);
        say(&saved->documents.data[0], &text);
    }
    for (size_t i = 0; i < saved->problems.count; i++) {
        iq_str_printf(&text, "left out: %s", saved->problems.data[i]);
        say(&saved->documents.data[0], &text);
    }
    iq_str_finish(&text);
    iq_str_finish(&list);
}

void iq_saved_finish(struct iq_saved *saved)
{
    for (size_t i = 0; i < saved->documents.count; i++)
        iq_document_finish(&saved->documents.data[i]);
    for (size_t i = 0; i < saved->problems.count; i++)
        free(saved->problems.data[i]);
    iq_vec_finish(&saved->documents);
    iq_vec_finish(&saved->problems);
    iq_map_finish(&saved->known);
}
