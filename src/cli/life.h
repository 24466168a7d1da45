/* The line of life: on a terminal and with --verbose, every ten seconds, what a long run has done.
 * Owner: the launcher.  Threads: one. */
#ifndef IQ_CLI_LIFE_H
#define IQ_CLI_LIFE_H

#include <sys/types.h>

#include "trace/document.h"

struct iq_life {
    int64_t start_ns, next_ns; /* next_ns 0: never */
};

void iq_life_init(struct iq_life *life, bool wanted);

bool iq_life_is_due(const struct iq_life *life);

/* Prints the line on stderr: of the [count] processes whose traces were read, and of the memory of
 * [pid]. */
void iq_life_tell(struct iq_life *life, const struct iq_document *documents, size_t count,
                  pid_t pid);

#endif
