/* The place of a process in a parallel job, by the variables of those that start such jobs.
 * Stateless; any thread; works before libc is ready. */
#ifndef IQ_BASE_RANK_H
#define IQ_BASE_RANK_H

/* The rank that [environment] ("NAME=value", NULL at the end) tells, digits only, borrowed from
 * there; NULL: not in a parallel job. */
const char *iq_rank_of(char *const *environment);

#endif
