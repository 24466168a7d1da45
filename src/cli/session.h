/* The private folder in which traced processes leave their traces.  Owner: the launcher, which removes it at the end.
 * Threads: one. */
#ifndef IQ_CLI_SESSION_H
#define IQ_CLI_SESSION_H

#include "base/str.h"
#include "trace/document.h"

struct iq_session {
    char path[4096];
    int lock;                   /* held while the launcher lives; -1: none */
    int64_t start;              /* seconds: older files are not this session's */
};

/* Makes a folder of mode 0700 below TMPDIR, /tmp or another place for what is temporary.  Returns 0, IQ_EACCESS... with a line in [error]. */
int iq_session_create(struct iq_session *session, struct iq_str *error);

/* False: somebody has removed the folder, and the traces in it are lost. */
bool iq_session_is_there(const struct iq_session *session);

/* Reads every trace into [documents] (malloc'ed; caller: finish each, free), in the order in which the processes started.
 * Traces that cannot be read are named on stderr.  Returns 0, IQ_ENOMEM. */
int iq_session_read(const struct iq_session *session, struct iq_document **documents, size_t *count);

/* Removes the folder and what is in it. */
void iq_session_destroy(struct iq_session *session);

#endif
