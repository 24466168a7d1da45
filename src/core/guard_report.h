/* What is said of CUDA's guards, and of memory that goes while commands of any API use it.
 * Threads: any; also in the handler of a signal. */
#ifndef IQ_CORE_GUARD_REPORT_H
#define IQ_CORE_GUARD_REPORT_H

#include "core/flow.h"
#include "core/reach.h"

/* The program gives memory back by [name], at [stack], while the earlier access of [conflict] may be under way. */
void iq_guard_report_freed(const char *name, const struct iq_conflict *conflict, uint32_t stack);

/* The host used managed memory while an operation on [stream] was pending that used the same bytes, [common]: [kernel], at [line], or (NULL) the call itself. */
void iq_guard_report_early(const struct iq_reach_access *access, const struct iq_touch *common, const struct iq_conflict_stream *stream, const char *kernel,
                           const char *line);

#endif
