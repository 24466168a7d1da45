/* Faults on demand (--fail): calls that are answered with a failure instead of being forwarded, as
 * if the driver had refused them.  What a broken context does to later calls follows.
 * Owner: fault.c.  Threads: any.  Fork: counters go on in the child. */
#ifndef IQ_CALL_FAULT_H
#define IQ_CALL_FAULT_H

#include "call/call.h"
#include "call/last_error.h"

struct iq_thread;

#define IQ_FAULT_WORDS " (made to fail by --fail)"

/* Reads config.fail.  Returns whether any call is to be looked at. */
bool iq_fault_start(void);

/* May calls of [entry] be made to fail in this run? */
bool iq_fault_concerns(const struct iq_entry *entry);

/* Answers the outermost [call] if it is its turn to fail, or if its context is broken by one that
 * was. */
void iq_fault_answer(struct iq_thread *thread, struct iq_call *call);

/* Was outermost call [number] made to fail?  The last thousand are known. */
bool iq_fault_made(uint64_t number);

/* Was any?  What such a call leaves behind is no leak of the program's. */
bool iq_fault_any(void);

/* What becomes of the result of [call], if it was made to fail; NO: it was not. */
enum iq_unchecked iq_fault_fate(struct iq_call *call);

#endif
