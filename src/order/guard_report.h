/* What is said of CUDA's guards, and of memory that goes while commands of any API use it.
 * Threads: any; also in the handler of a signal. */
#ifndef IQ_ORDER_GUARD_REPORT_H
#define IQ_ORDER_GUARD_REPORT_H

#include "api_cuda/flow.h"

/* The program gives memory back by [name], at [stack], while the earlier access of [conflict] may be under way. */
void iq_guard_report_freed(const char *name, const struct iq_conflict *conflict, uint32_t stack);

#endif
