/* Managed memory, and on the software device pinned memory that kernels use.  From the call that
 * enqueues work to the first one that makes its end known, what this work may use is closed to the
 * host: an access traps, order/footprint.h compares it with what the work turns out to have used,
 * and the program goes on.  The software device shows its pages to the host at one address and uses
 * them at another, and tells which bytes a kernel has used when it is over; so every access is
 * noted, not judged.  GPUs do not mind how the host's pages are protected; of their kernels only
 * what is certain from the PTX counts.  A page that was trapped on a few times stays open until
 * more work is enqueued.
 *
 * Owner: core; one table.  Threads: any; IQ_LOCK_ORDER is held by the caller or taken.
 * Signals: iq_managed_fault runs in the handler.  Fork: iq_managed_drop. */
#ifndef IQ_ORDER_MANAGED_H
#define IQ_ORDER_MANAGED_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "order/clock.h"

/* Managed memory of [size] bytes begins, which the host may look at through [view] while it is
 * closed (0: nowhere); it is about to end. */
void iq_managed_begin(uint64_t base, uint64_t size, uint64_t view);
void iq_managed_end(uint64_t base);

/* A kernel gets an address in pinned memory of [size] bytes at [base], which is watched from now
 * on, too; it ends as managed memory does.  There is no view of it, though the software device has
 * one of its own: copies have guards (order/guard.h), and who comes first has the pages. */
void iq_managed_reach(uint64_t base, uint64_t size);

/* Is some of [lo, hi) closed?  IQ_LOCK_ORDER held. */
bool iq_managed_is_closed(uint64_t lo, uint64_t hi);

/* Are the operations that the call [call] enqueues to be watched?  Always the same answer for one
 * call. */
bool iq_managed_is_turn(struct iq_call_ref call);

/* [timeline] got an operation, its last one, that may use the memory that [words] lead to, what is
 * reached from there, and variables; NULL: any memory.  Without a view only [kernels] are known not
 * to mind that the memory is closed, and only what the words say counts.  IQ_LOCK_ORDER held. */
void iq_managed_close(const struct iq_timeline *timeline, const uint64_t *words, int count,
                      bool kernels);

/* Opens what nothing that is pending may use any more.  IQ_LOCK_ORDER held. */
void iq_managed_review(void);

/* Opens [lo, hi) and all that lies in the same memory.  IQ_LOCK_ORDER held. */
void iq_managed_drop(uint64_t lo, uint64_t hi);

/* May [address] be on a page that is closed?  Any thread, no lock. */
bool iq_managed_covers(uint64_t address);

/* A trap at [address]; true: it was one of ours.  [driver]: not the program's doing.  The ucontext
 * may be changed. */
bool iq_managed_fault(uint64_t address, bool write, uintptr_t pc, bool driver, void *ucontext);

/* [watch] is called when there is something to step over; it has SIGTRAP come to
 * iq_managed_stepped, which says whether it was ours. */
void iq_managed_step_by(bool (*watch)(void));
bool iq_managed_stepped(const siginfo_t *info, void *ucontext);

/* The C library gives [size] bytes at [at] to the kernel, in its function [name], called at
 * [pc]. */
void iq_managed_io(const char *name, uint64_t at, uint64_t size, bool write, uintptr_t pc,
                   bool driver);

#endif
