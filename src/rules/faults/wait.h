/* never-signalled: waits that make no progress.  Threads: the watching thread. */
#ifndef IQ_RULES_FAULTS_WAIT_H
#define IQ_RULES_FAULTS_WAIT_H

#include "call/watchdog.h"

/* [wait] makes no progress for [limit_ns]: returns the finding that says so, 0: none. */
uint64_t iq_wait_report(const struct iq_wait *wait, uint64_t limit_ns);

#endif
