#include "cli/session.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/errors.h"
#include "cli/sweep.h"
#include "trace/reader.h"

enum { ROOM = 40 };     /* for names of files in the folder */

int iq_session_create(struct iq_session *session, struct iq_str *error)
{
    const char *const places[] = { getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm", getenv("XDG_RUNTIME_DIR") };
    int first = 0;
    session->start = (int64_t)time(NULL) - 1;
    session->lock = -1;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (!places[i] || places[i][0] != '/')
            continue;
        iq_sweep_leftovers(places[i]);
        int length = snprintf(session->path, sizeof session->path, "%s/" IQ_SWEEP_NAME "%ld.XXXXXX", places[i], (long)getpid());
        if (length < (int)sizeof session->path - ROOM && mkdtemp(session->path)) {
            session->lock = iq_sweep_lock(session->path);
            iq_sweep_keep(session->path);
            return 0;
        }
        first = first ? first : errno;
    }
    session->path[0] = '\0';
    iq_str_printf(error, "cannot make a folder for the session, neither below TMPDIR nor /tmp, /var/tmp or /dev/shm: %s", strerror(first));
    return IQ_EACCESS;
}

bool iq_session_is_there(const struct iq_session *session)
{
    struct stat info;
    return !stat(session->path, &info);
}

/* Where the process left names of just-in-time compiled functions: what the guest kept, else in the usual place,
 * unless it was left there by an earlier process of the same number. */
static void find_perf_map(const struct iq_session *session, struct iq_document *document)
{
    char path[4400];
    struct stat info;
    snprintf(path, sizeof path, "%s/perf-%u.map", session->path, document->pid);
    if (access(path, R_OK))
        snprintf(path, sizeof path, "/tmp/perf-%u.map", document->pid);
    if (!stat(path, &info) && info.st_mtime >= session->start)
        document->perf_map = iq_document_copy(document, path, strlen(path));
}

static int is_trace(const struct dirent *entry)
{
    return !strncmp(entry->d_name, "trace.", 6);
}

/* By start, then process id, then name, which ends with the number of the image. */
static int compare(const void *a, const void *b)
{
    const struct iq_document *left = a, *right = b;
    if (left->start_ns != right->start_ns)
        return left->start_ns < right->start_ns ? -1 : 1;
    return left->pid < right->pid ? -1 : left->pid > right->pid;
}

int iq_session_read(const struct iq_session *session, struct iq_document **documents, size_t *count)
{
    struct dirent **entries = NULL;
    int found = scandir(session->path, &entries, is_trace, versionsort), failed = 0;
    *count = 0;
    *documents = calloc((size_t)(found > 0 ? found : 0) + 1, sizeof **documents);
    for (int i = 0; i < found; i++) {
        char path[4400];
        snprintf(path, sizeof path, "%s/%s", session->path, entries[i]->d_name);
        free(entries[i]);
        if (!*documents)
            continue;
        struct iq_document *document = &(*documents)[*count];
        iq_document_init(document);
        int error = iq_trace_read(document, path);
        if (error) {
            fprintf(stderr, "inquest: warning: %s cannot be read: %s\n", path, iq_strerror(error));
            iq_document_finish(document);
        } else {
            find_perf_map(session, document);
            ++*count;
        }
        failed = error == IQ_ENOMEM ? error : failed;
    }
    free(entries);
    if (!*documents)
        return IQ_ENOMEM;
    if (*count)
        qsort(*documents, *count, sizeof **documents, compare);
    return failed;
}

void iq_session_destroy(struct iq_session *session)
{
    iq_sweep_keep(NULL);
    if (session->path[0])
        iq_sweep_remove(session->path);
    if (session->lock >= 0)
        close(session->lock);
    session->path[0] = '\0';
    session->lock = -1;
}
