#include "cli/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/job.h"
#include "cli/output.h"
#include "cli/saved.h"

/* Holds the lock, and says which reports the merged one is made of: a line of name, size and time
 * each. */
#define INDEX ".merged"
#define SUFFIX ".json"

bool iq_folder_is(const char *path)
{
    struct stat status;
    size_t length = strlen(path);
    return (length && path[length - 1] == '/') || (!stat(path, &status) && S_ISDIR(status.st_mode));
}

bool iq_folder_is_report(const char *name)
{
    size_t length = strlen(name), suffix = strlen(SUFFIX);
    return name[0] != '.' && length > suffix && !strcmp(name + length - suffix, SUFFIX) &&
           strcmp(name, "report" SUFFIX) != 0;
}

void iq_folder_of(const struct iq_options *options, struct iq_str *path)
{
    for (int i = 0; i < options->output_count && !path->length; i++)
        if (iq_folder_is(options->outputs[i]))
            iq_output_expand(options->outputs[i], (long)getpid(), NULL, iq_job_rank(environ), path);
    while (path->length > 1 && path->data[path->length - 1] == '/')
        path->data[--path->length] = '\0';
}

int iq_folder_open(const char *path, struct iq_str *error)
{
    struct iq_str probe;
    iq_str_init_heap(&probe);
    iq_str_printf(&probe, "%s/.probe.%ld", path, (long)getpid());
    int fd = mkdir(path, 0777) && errno != EEXIST
                 ? -1
                 : open(iq_str_text(&probe),
                        O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd < 0)
        iq_str_printf(error, "cannot write to the folder %s: %s", path, strerror(errno));
    else {
        close(fd);
        unlink(iq_str_text(&probe));
    }
    iq_str_finish(&probe);
    return fd < 0 ? IQ_EACCESS : 0;
}

/* "rank-3.node7.1234.json"; images of one process after exec get a number, too. */
static void name_of(const char *folder, const struct iq_document *const *documents, size_t i,
                    struct iq_str *path)
{
    const struct iq_document *document = documents[i];
    unsigned image = 1;
    for (size_t j = 0; j < i; j++)
        image += documents[j]->pid == document->pid;
    iq_str_printf(path, "%s/", folder);
    if (document->rank)
        iq_str_printf(path, "rank-%s.", document->rank);
    iq_str_printf(path, "%s.%u", document->host ? document->host : "localhost", document->pid);
    if (image > 1)
        iq_str_printf(path, ".%u", image);
    iq_str_puts(path, SUFFIX);
}

static int write_own(const char *path, const struct iq_document *const *documents, size_t count,
                     const struct iq_report_options *how)
{
    int error = 0;
    for (size_t i = 0; i < count; i++) {
        struct iq_str file;
        iq_str_init_heap(&file);
        name_of(path, documents, i, &file);
        error |= iq_output_replace(iq_report_format_named("json"), iq_str_text(&file),
                                   &documents[i], 1, how);
        iq_str_finish(&file);
    }
    return error;
}

/* The reports that are there now, as the index lists them. */
static void list_reports(const char *path, struct iq_str *out)
{
    iq_saved_names names = { 0 };
    IQ_DROP(iq_saved_list(path, &names));
    for (size_t i = 0; i < names.count; i++) {
        struct iq_str file;
        struct stat status = { 0 };
        iq_str_init_heap(&file);
        iq_str_printf(&file, "%s/%s", path, names.data[i]);
        if (!stat(iq_str_text(&file), &status))
            iq_str_printf(out, "%s %lld %lld.%09ld\n", names.data[i], (long long)status.st_size,
                          (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
        iq_str_finish(&file);
    }
    iq_saved_names_finish(&names);
}

/* Is the merged report made of what is there now?  Then another launcher, which merged while this
 * one waited for the lock, has seen its reports. */
static bool is_merged(int index, const struct iq_str *reports)
{
    struct stat status;
    if (fstat(index, &status) || (size_t)status.st_size != reports->length)
        return false;
    char *before = malloc(reports->length + 1);
    bool same = before && pread(index, before, reports->length, 0) == (ssize_t)reports->length &&
                !memcmp(before, iq_str_text(reports), reports->length);
    free(before);
    return same;
}

/* The formats of the merged report, one after the other; NULL at the end. */
static const struct iq_report_format *format_of(const struct iq_options *options, int i)
{
    if (!options->format_count)
        return i ? NULL : iq_report_format_named("text");
    return i < options->format_count ? iq_report_format_named(options->formats[i]) : NULL;
}

/* Findings of the merged report are those of the reports, which are filtered already. */
static int render(const char *path, const struct iq_options *options, struct iq_saved *saved,
                  const struct iq_report_options *how)
{
    int error = 0;
    const struct iq_document **shown = calloc(saved->documents.count + 1, sizeof *shown);
    if (!shown)
        return IQ_ENOMEM;
    for (size_t i = 0; i < saved->documents.count; i++)
        shown[i] = &saved->documents.data[i];
    for (int i = 0; format_of(options, i); i++) {
        const struct iq_report_format *format = format_of(options, i);
        struct iq_str file;
        iq_str_init_heap(&file);
        iq_str_printf(&file, "%s/report%s", path, format->suffix);
        error |= iq_output_replace(format, iq_str_text(&file), shown, saved->documents.count, how);
        iq_str_finish(&file);
    }
    free(shown);
    return error;
}

static int merge_locked(const char *path, int index, const struct iq_options *options,
                        const struct iq_report_options *how)
{
    struct iq_saved saved = { .fold = true, .collect = true, .silent = true };
    struct iq_report_options own = *how;
    struct iq_str reports;
    int error = 0;
    own.color = false;
    own.width = 0;
    for (int i = 0; format_of(options, i); i++)
        saved.fold &= !format_of(options, i)->ops->per_process;
    iq_str_init_heap(&reports);
    list_reports(path, &reports);
    if (!is_merged(index, &reports)) {
        iq_saved_add(&saved, path);
        iq_saved_judge(&saved);
        error = render(path, options, &saved, &own);
        if (!error && !ftruncate(index, 0)) /* if it is not written, the next one merges again */
            IQ_DROP(iq_fd_write_all(index, iq_str_text(&reports), reports.length));
    }
    iq_saved_finish(&saved);
    iq_str_finish(&reports);
    return error;
}

static int merge(const char *path, const struct iq_options *options,
                 const struct iq_report_options *how)
{
    struct iq_str name;
    iq_str_init_heap(&name);
    iq_str_printf(&name, "%s/" INDEX, path);
    int index = open(iq_str_text(&name), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (index < 0)
        fprintf(stderr, "inquest: error: cannot write %s: %s\n", iq_str_text(&name),
                strerror(errno));
    iq_str_finish(&name);
    if (index < 0)
        return IQ_EIO;
    /* a file system without locks: whoever renames last has won, and may have seen fewer */
    while (flock(index, LOCK_EX) && errno == EINTR)
        ;
    int error = merge_locked(path, index, options, how);
    close(index);
    return error;
}

int iq_folder_write(const char *path, const struct iq_options *options,
                    const struct iq_document *const *documents, size_t count,
                    const struct iq_report_options *how)
{
    int error = write_own(path, documents, count, how);
    if (error)
        iq_output_rescue(documents, count, how);
    return merge(path, options, how) || error ? IQ_EIO : 0;
}
