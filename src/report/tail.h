/* Frames that a compiler has optimised away: a function whose last act is a call of the API jumps
 * there, and its caller seems to have made the call.
 * Owner: borrows the object.  Threads: one (the launcher's). */
#ifndef IQ_REPORT_TAIL_H
#define IQ_REPORT_TAIL_H

#include "report/objects.h"

enum { IQ_TAIL_DEPTH = 4 };

/* [pc] is where a function would go on after the call that led to a call of the API.  If debug
 * information proves that it called another one, which left by its only jump to a function of the
 * API, or to a function that did: the places behind these jumps, innermost first, in [jumps].
 * Returns how many. */
int iq_tail_calls(struct iq_object_file *object, uint64_t pc, uint64_t jumps[IQ_TAIL_DEPTH]);

#endif
