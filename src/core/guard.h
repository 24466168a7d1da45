/* Page guards: host memory with a copy in flight is protected, so that a host access that comes too early traps, is reported, and
 * goes on.  Targets of device-to-host copies may not be touched, sources of host-to-device copies not be written.  Of CUDA only pinned and
 * registered memory, of OpenCL what core/opencl/guarded.h says; only pages that belong to the allocation as a whole, or to pinned memory, from the call that
 * enqueues the copy to the first one that makes its end known to the host.
 * Owner: core.  Threads: any.  Signals: iq_guard_fault runs in the handler.  Fork: iq_guard_drop_all first thing in the child. */
#ifndef IQ_CORE_GUARD_H
#define IQ_CORE_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hot.h"
#include "core/clock.h"
#include "core/range.h"

enum iq_guard_mode { IQ_GUARD_AUTO, IQ_GUARD_ALWAYS, IQ_GUARD_OFF };

/* Guards are possible from now on: our handler is installed.  [is_ours] says whether it still is (asked before each guard). */
void iq_guard_enable(enum iq_guard_mode mode, bool (*is_ours)(void));
bool iq_guard_is_enabled(void);

struct iq_guard {
    uint64_t begin, end;            /* pages; end 0: free */
    struct iq_touch touch;          /* what the device does there, by which call */
    uint64_t base;                  /* bytes are counted from here */
    const struct iq_handle *object; /* that the memory belongs to; NULL: none */
    uint32_t slot, serial;          /* of the timeline */
    uint64_t tick, stream;
    bool legacy;
    bool ended;                     /* nobody's any more: until it is dropped */
    bool keyed;                     /* by a protection key */
    bool pinned;                    /* the driver's memory: no free of the program's gives it back */
    bool told;                      /* host functions that were enqueued before may still run */
};

/* [lo, hi) has its memory to itself, and with it all pages that lie in it whole.  [look]: only if they are plain readable and writable ones. */
struct iq_guard_memory { uint64_t lo, hi, base; const struct iq_handle *object; bool keyed, look, pinned; };

/* As iq_guard_add, within [memory]; [timeline] NULL: no operation, the memory may not be touched at all. */
void iq_guard_add_within(const struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_guard_memory *memory);

/* The operation [tick] of [timeline] accesses [touch], which lies in [range]: guards it, if its turn has come.  IQ_LOCK_ORDER held. */
void iq_guard_add(const struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_range *range);

/* Could it be guarded, if there were no other guards?  *place: see iq_guard_is_wanted. */
bool iq_guard_is_possible(const struct iq_touch *touch, const struct iq_range *range, uint64_t *place);

/* The two halves of it: has its turn come, and the guard itself. */
bool iq_guard_is_due(const struct iq_touch *touch, const struct iq_range *range);
void iq_guard_add_due(const struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_range *range);

/* A command that nobody waits for yet uses pageable memory of the host: watch for its being freed.  IQ_LOCK_ORDER held. */
void iq_guard_watch(uint64_t lo, uint64_t hi);
extern bool iq_guard_watches;       /* any thread, no lock */

/* Protects pages past our own hook of mprotect (src/wrap/io.c), which lifts guards.  Returns 0, -1. */
int iq_guard_protect(uint64_t begin, uint64_t end, int protection);

/* Number of guards; may one of them lie in the program's heap?  Any thread, no lock. */
extern uint32_t iq_guard_count IQ_HOT;
extern bool iq_guard_in_heap;

/* Lifts the guards of what is complete now.  The second with IQ_LOCK_ORDER held. */
void iq_guard_review(void);
extern uint64_t iq_guard_reviewed IQ_HOT;       /* iq_clock_completions when that was last done */
void iq_guard_review_of(uint64_t completions);
static inline void iq_guard_review_locked(void)
{
    if (iq_guard_count && iq_guard_reviewed != iq_clock_completions)
        iq_guard_review_of(iq_clock_completions);
}

/* Lifts the guards that touch [lo, hi); all of them. */
void iq_guard_drop(uint64_t lo, uint64_t hi);
void iq_guard_drop_all(void);

/* Is [address] on a guarded page?  Any thread, no lock. */
bool iq_guard_covers(uint64_t address);

/* Those of [object]. */
void iq_guard_drop_of(const struct iq_handle *object);

/* libc is about to give [size] bytes at [at] to a system call named [name], to be written or read there, by the caller at [pc]: what would have trapped is
 * reported, and the guards are lifted, since the kernel would refuse. */
void iq_guard_io(const char *name, uintptr_t at, size_t size, bool write, uintptr_t pc);

/* The program gives [size] bytes at [at] back by [name]: reported if a copy uses them, and no longer guarded.  Called only while
 * there are guards. */
void iq_guard_freed(const char *name, const void *at, size_t size, uintptr_t pc);

/* A SIGSEGV: true if it was a guard's; it is lifted, the program goes on.  Arguments as for iq_core_on_signal. */
bool iq_guard_fault(const void *info, const void *ucontext);

/* The calling thread works for the software device: its accesses are those that are waited for. */
void iq_guard_is_device_thread(void);
bool iq_guard_on_device_thread(void);

/* Is it the turn of a guard for [place], a number that is the same for the same buffer, at the site [stack]?  Sampling, see the option. */
bool iq_guard_is_wanted(uint32_t stack, uint64_t place);

/* Moves bytes for the software device past the guards; false if that is not needed or not possible. */
bool iq_guard_move(void *to, const void *from, uint64_t size);

#endif
