/* From suspicions to findings: what is answered instead of being forwarded, and what is said when a
 * call is over.
 * Threads: the calling thread; a finding is written under IQ_LOCK_FINDINGS. */
#ifndef IQ_CALL_VERDICT_H
#define IQ_CALL_VERDICT_H

#include "call/rule.h"

struct iq_thread;

/* Answers [call] if a suspicion asks for it and containment is on. */
void iq_verdict_contain(struct iq_thread *thread, struct iq_call *call);

/* The outermost [call] enqueues work or asks for its state and is about to be forwarded: does now
 * what would be to be done when it is back, if nothing speaks against it.  After the real call its
 * stores to the device are still under way; what locks, and so waits for all stores, does better
 * before it. */
void iq_verdict_settle(struct iq_thread *thread, struct iq_call *call);

/* [call], which was settled before it was forwarded, is back.  True: nothing is left to do.  If it
 * has [failed], what was done is taken back. */
bool iq_verdict_is_settled(struct iq_thread *thread, struct iq_call *call, bool failed);

/* The outermost [call] is over, its result is an error if it [failed]: runs the checks, reports at
 * most one finding, keeps the error ledger. */
void iq_verdict(struct iq_thread *thread, struct iq_call *call, bool failed);

/* Says [suspicion] of [call] before it is forwarded, since it may never come back; when it does
 * with success, that was wrong, or luck: the finding becomes a note. */
void iq_verdict_ahead(struct iq_thread *thread, struct iq_call *call,
                      const struct iq_suspicion *suspicion);
/* was anything said so? */
bool iq_verdict_is_ahead(const struct iq_thread *thread, const struct iq_call *call);
void iq_verdict_came_back(struct iq_thread *thread, const struct iq_call *call, bool success);

/* The driver crashed in the outermost [call]: if a suspicion foresaw it, that is the finding, in
 * place of [provisional] (0: none). Returns false if none did.  Runs in a signal handler. */
bool iq_verdict_crashed(struct iq_thread *thread, struct iq_call *call, uint64_t provisional);

/* The outermost [call] is forwarded although something may be said about it: should a thread of an
 * OpenCL driver crash meanwhile, it is. That happened: true if such a call is reported.  Runs in a
 * signal handler. */
void iq_verdict_doubt(struct iq_thread *thread, struct iq_call *call);
bool iq_verdict_crashed_elsewhere(void);

#endif
