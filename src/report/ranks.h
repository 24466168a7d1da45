/* Which ranks of a parallel job, for people.
 * Owner: nothing is kept.  Threads: none of its own. */
#ifndef IQ_REPORT_RANKS_H
#define IQ_REPORT_RANKS_H

#include "base/str.h"
#include "trace/document.h"

/* Ranks of the job that [documents] are of: as its launcher told, or as many as there are; 0: they
 * are of one rank, or of no job. */
uint32_t iq_ranks_of_job(const struct iq_document *const *documents, size_t count);

/* Appends which of the [total] ranks [documents] are of: "all 4 ranks", "ranks 0-2, 5 of 8", "only
 * rank 3 of 4, on node7"; of processes without a rank "2 processes: pid 33, rank 1".  [count] is
 * not 0. */
void iq_ranks_put(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  uint32_t total);

/* Appends ranges of [ranks], ascending: "0-2, 5". */
void iq_ranks_put_list(struct iq_str *out, const uint32_t *ranks, size_t count);

#endif
