/* Zeroed pages from the system.  Where the process may have no more (ulimit -v), a small reserve
 * helps out; when that is used up, too, the refusal is counted, so that a report can say that it is
 * incomplete.
 * Threads: any.  Async-signal-safe.  Works under an interposed malloc. */
#ifndef IQ_BASE_PAGES_H
#define IQ_BASE_PAGES_H

#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

/* [bytes] rounded up to whole pages; NULL when there are none.  The caller may munmap them. */
IQ_NODISCARD void *iq_pages_get(size_t bytes);

/* Where refusals are counted: a counter of our own at first, later one that outlives the process.
 * Counts move along.  NULL: our own. */
void iq_pages_count_in(uint64_t *counter);

#endif
