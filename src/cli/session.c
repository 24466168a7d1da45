#include "cli/session.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/path.h"
#include "cli/sweep.h"
#include "trace/reader.h"

enum { ROOM = 40 }; /* for names of files in the folder */

int iq_session_create(struct iq_session *session, struct iq_str *error)
{
    const char *places[IQ_SWEEP_PLACES];
    int first = 0;
    iq_sweep_places(places);
    session->start = (int64_t)time(NULL) - 1;
    session->lock = session->watch = -1;
    for (size_t i = 0; i < IQ_SWEEP_PLACES; i++) {
        if (!places[i])
            continue;
        iq_sweep_leftovers(places[i]);
        int length = snprintf(session->path, sizeof session->path, "%s/" IQ_SWEEP_NAME "%ld.XXXXXX",
                              places[i], (long)getpid());
        if (length < (int)sizeof session->path - ROOM && mkdtemp(session->path)) {
            session->lock = iq_sweep_lock(session->path);
            iq_sweep_keep(session->path);
            return 0;
        }
        first = first ? first : errno;
    }
    session->path[0] = '\0';
    iq_str_printf(error,
                  "cannot create a session folder below TMPDIR, /tmp, /var/tmp or /dev/shm: %s",
                  strerror(first));
    return IQ_EACCESS;
}

int iq_session_open(struct iq_session *session, const char *path)
{
    struct stat info;
    *session = (struct iq_session){ .lock = -1, .watch = -1 };
    if (stat(path, &info))
        return iq_error_from_errno(errno);
    if (snprintf(session->path, sizeof session->path, "%s", path) >=
        (int)sizeof session->path - ROOM)
        return IQ_EINVAL;
    session->own = info.st_uid == geteuid();
    session->lock = iq_sweep_lock(session->path);
    return 0;
}

void iq_session_close(struct iq_session *session)
{
    if (session->lock >= 0 && session->own && session->traces.count)
        iq_sweep_mark_read(session->path);
    session->path[0] = '\0';
    iq_session_destroy(session);
}

bool iq_session_is_there(const struct iq_session *session)
{
    struct stat info;
    return !stat(session->path, &info);
}

/* Where the process left names of just-in-time compiled functions: what the guest kept, else in the
 * usual place, unless it was left there by an earlier process of the same number. */
static void find_perf_map(const struct iq_session *session, struct iq_document *document)
{
    char path[4400];
    const char *folder;
    struct stat info;
    snprintf(path, sizeof path, "%s/perf-%u.map", session->path, document->pid);
    if (access(path, R_OK) && !session->start)
        return;
    for (int n = 0; access(path, R_OK) && (folder = iq_temporary_folder(n)); n++)
        snprintf(path, sizeof path, "%s/perf-%u.map", folder, document->pid);
    if (!stat(path, &info) && info.st_mtime >= session->start)
        document->perf_map = iq_document_copy(document, path, strlen(path));
}

enum { OPEN_TRACES = 256 }; /* others are read by name: descriptors are few */

static int is_trace(const struct dirent *entry) { return !strncmp(entry->d_name, "trace.", 6); }

static bool is_known(const struct iq_session *session, const char *name)
{
    for (size_t i = session->traces.count; i-- > 0;)
        if (!strcmp(session->traces.data[i].name, name))
            return true;
    return false;
}

int iq_session_watch(struct iq_session *session)
{
    session->watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (session->watch >= 0 &&
        inotify_add_watch(session->watch, session->path, IN_CREATE | IN_DELETE) < 0) {
        close(session->watch);
        session->watch = -1;
    }
    return session->watch;
}

static void find_traces(struct iq_session *session)
{
    struct dirent **entries = NULL;
    int found = scandir(session->path, &entries, is_trace, versionsort);
    for (int i = 0; i < found; i++) {
        struct iq_session_trace trace = { .fd = -1 };
        char path[4400];
        snprintf(path, sizeof path, "%s/%s", session->path, entries[i]->d_name);
        snprintf(trace.name, sizeof trace.name, "%.*s", (int)sizeof trace.name - 1,
                 entries[i]->d_name);
        free(entries[i]);
        if (is_known(session, trace.name))
            continue;
        if (session->traces.count < OPEN_TRACES)
            trace.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (iq_vec_push(&session->traces, trace) && trace.fd >= 0)
            close(trace.fd);
    }
    free(entries);
}

void iq_session_look(struct iq_session *session)
{
    char events[4096];
    while (session->watch >= 0 && read(session->watch, events, sizeof events) > 0)
        ;
    if (session->traces.count < OPEN_TRACES)
        find_traces(session);
}

/* By start, then process id, then name, which ends with the number of the image. */
static int compare(const void *a, const void *b)
{
    const struct iq_document *left = a, *right = b;
    if (left->start_ns != right->start_ns)
        return left->start_ns < right->start_ns ? -1 : 1;
    if (left->pid != right->pid)
        return left->pid < right->pid ? -1 : 1;
    return left->trace < right->trace ? -1 : left->trace > right->trace;
}

int iq_session_read(struct iq_session *session, struct iq_document **documents, size_t *count)
{
    int failed = 0;
    find_traces(session);
    *count = 0;
    *documents = calloc(session->traces.count + 1, sizeof **documents);
    if (!*documents)
        return IQ_ENOMEM;
    for (size_t i = 0; i < session->traces.count; i++) {
        const struct iq_session_trace *trace = &session->traces.data[i];
        char path[4400];
        snprintf(path, sizeof path, "%s/%s", session->path, trace->name);
        struct iq_document *document = &(*documents)[*count];
        iq_document_init(document);
        document->trace = (uint32_t)i;
        int error =
            trace->fd >= 0 ? iq_trace_read_fd(document, trace->fd) : iq_trace_read(document, path);
        if (error) {
            if (error != IQ_ETRUNCATED) /* a child that has only just started */
                fprintf(stderr, "inquest: warning: %s cannot be read: %s\n", path,
                        iq_strerror(error));
            iq_document_finish(document);
        } else {
            find_perf_map(session, document);
            document->further.trace = iq_document_copy(document, path, strlen(path));
            ++*count;
        }
        failed = error == IQ_ENOMEM ? error : failed;
    }
    if (*count)
        qsort(*documents, *count, sizeof **documents, compare);
    return failed;
}

void iq_session_leave(struct iq_session *session)
{
    iq_sweep_keep(NULL);
    session->path[0] = '\0';
}

void iq_session_destroy(struct iq_session *session)
{
    iq_sweep_keep(NULL);
    if (session->path[0])
        iq_sweep_remove(session->path);
    if (session->lock >= 0)
        close(session->lock);
    if (session->watch >= 0)
        close(session->watch);
    for (size_t i = 0; i < session->traces.count; i++)
        if (session->traces.data[i].fd >= 0)
            close(session->traces.data[i].fd);
    iq_vec_finish(&session->traces);
    session->path[0] = '\0';
    session->lock = session->watch = -1;
}
