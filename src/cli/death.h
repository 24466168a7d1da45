/* What is known of a process that had no time to say anything.  Threads: one (the launcher's). */
#ifndef IQ_CLI_DEATH_H
#define IQ_CLI_DEATH_H

#include "trace/document.h"

/* If [document] is that of a process which was killed, or which is still running, adds a message:
 * the GPU calls that its threads were in, or the last ones, and where the kernel was that the
 * software device ran, by what is in its session's [folder].  After iq_symbols_resolve.  Returns 0,
 * IQ_ENOMEM. */
int iq_death_describe(struct iq_document *document, const char *folder);

#endif
