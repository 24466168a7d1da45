/* Calls that wait and do not come back (option --watchdog).  A thread of ours, made at the first
 * call that may wait, looks a few times per second whether one is still the same; so waiting costs
 * the program a few stores and no look at a clock.  It ends after ten seconds without waits, and
 * when the first thread of the process has ended, which would live on for it otherwise.  After the
 * time asked for it is reported with what is pending on its stream; if it comes back after all, the
 * finding becomes a note.
 * Owner: core.  Threads: any.  Fork: the child makes a thread of its own when it waits. */
#ifndef IQ_CALL_WATCHDOG_H
#define IQ_CALL_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"
#include "model/call_ref.h"

struct iq_call;
struct iq_handle;
struct iq_thread;

/* What a thread waits in, for the watching thread to read. */
struct iq_wait {
    uint64_t number; /* atomic: of the call, 0: none */
    struct iq_call_ref ref;
    uint64_t stream; /* that it waits for; of the whole context if [all] */
    bool all;
    /* the user event of OpenCL that has to be set first; NULL: none is known */
    const struct iq_handle *object;
    int arg;          /* argument that leads to it, -1: none */
    uint64_t finding; /* atomic: that says so, 0: none */
    uint64_t last;    /* atomic: the last call that may have waited */
    uint64_t seen, seen_last, seen_progress, since_ns; /* the watching thread's */
};

extern bool iq_watchdog_wanted IQ_HOT; /* set at start */
void iq_watchdog_enable(uint64_t limit_ns);

/* The software device's count of work done; while it grows no wait is reported.  Borrowed for
 * ever. */
void iq_watchdog_set_progress(const uint64_t *count);

/* [tell] is called on the watching thread after a wait was reported: what the device noted until
 * then will not be asked for. */
void iq_watchdog_set_news(void (*tell)(void));

/* The outermost [call] may wait, and is about to be forwarded; it is back. */
void iq_watchdog_begin(struct iq_thread *thread, struct iq_call *call);
void iq_watchdog_end(struct iq_thread *thread);

/* [thread] has left its call by a jump, or ended in it. */
void iq_watchdog_leave(struct iq_thread *thread);

void iq_watchdog_after_fork(void);

#endif
