/* The private folder in which traced processes leave their traces.  Owner: the launcher, which
 * removes it at the end.
 * Threads: one. */
#ifndef IQ_CLI_SESSION_H
#define IQ_CLI_SESSION_H

#include "base/str.h"
#include "trace/document.h"

/* A trace that was seen in the folder; its descriptor stays open, so that it can be read when the
 * folder is gone. */
struct iq_session_trace {
    char name[48];
    int fd; /* -1: not kept */
};

struct iq_session {
    char path[4096];
    int lock;      /* held while the launcher lives; -1: none */
    int watch;     /* tells of files that come and go in the folder; -1: none */
    int64_t start; /* seconds: older files are not this session's; 0: not known */
    bool own;      /* of a folder that was opened: it is this user's */
    IQ_VEC(struct iq_session_trace) traces;
};

/* Makes a folder of mode 0700 below TMPDIR, /tmp or another place for what is temporary.  Returns
 * 0, IQ_EACCESS... with a line in [error]. */
int iq_session_create(struct iq_session *session, struct iq_str *error);

/* Opens the folder that a launcher left behind which did not get to report, or that of one which
 * still runs.  Returns 0, IQ_ENOENT, IQ_EACCESS... */
int iq_session_open(struct iq_session *session, const char *path);

/* Closes it and leaves the folder; if no launcher is there any more, the next one may remove it:
 * it was read. */
void iq_session_close(struct iq_session *session);

/* False: somebody has removed the folder, and the traces in it are lost. */
bool iq_session_is_there(const struct iq_session *session);

/* A descriptor that becomes readable when a file is new in the folder or gone; -1: none.  It
 * belongs to [session]. */
int iq_session_watch(struct iq_session *session);

/* Takes note of traces that are new in the folder, as many as can be held open. */
void iq_session_look(struct iq_session *session);

/* Reads every trace into [documents] (malloc'ed; caller: finish each, free), in the order in which
 * the processes started. Traces that cannot be read are named on stderr.  Returns 0, IQ_ENOMEM. */
int iq_session_read(struct iq_session *session, struct iq_document **documents, size_t *count);

/* After a fork: the other process has the folder now, and removes it. */
void iq_session_leave(struct iq_session *session);

/* Removes the folder and what is in it. */
void iq_session_destroy(struct iq_session *session);

#endif
