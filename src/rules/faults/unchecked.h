/* unchecked-error: failures that nobody learns of.  The code after a call tells whether its result
 * is read; of the runtime API what is asked of the last error afterwards tells the rest.  It is a
 * sentence of the failure's own finding.
 * Threads: a thread's own, and the one that ends the process. */
#ifndef IQ_RULES_FAULTS_UNCHECKED_H
#define IQ_RULES_FAULTS_UNCHECKED_H

#include <stdint.h>

#include "base/str.h"
#include "call/call.h"
#include "call/port.h"
#include "call/thread.h"

/* What becomes of the result of [call], which failed; adds to [cause] what is certain. */
enum iq_unchecked iq_unchecked_judge(struct iq_call *call, struct iq_str *cause);

/* Nothing asked for the last error of [thread] while it was there: says so in its finding if its
 * result is not read either. */
void iq_unchecked_overwritten(const struct iq_thread *thread, enum iq_error_end end);

/* The process ends. */
void iq_unchecked_at_exit(void);

#endif
