/* Page guards: host memory that the device uses is protected, so that a host access that comes too
 * early traps, is reported, and goes on.  What the device writes may not be touched, what it reads
 * not be written; only pages that belong to the memory as a whole, from the call that enqueues the
 * work to the first one that makes its end known to the host.  One table for all APIs: CUDA guards
 * pinned and registered memory, OpenCL what api_opencl/guarded.h says, Vulkan what is mapped
 * (api_vulkan/mapped.h).  The rules say what is said.
 * Owner: core.  Threads: any; IQ_LOCK_ORDER.  Signals: iq_guard_fault runs in the handler.  Fork:
 * everything is dropped first thing in the child. */
#ifndef IQ_ORDER_GUARD_H
#define IQ_ORDER_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"
#include "model/handle.h"
#include "model/range.h"
#include "order/conflict.h"

enum iq_guard_mode { IQ_GUARD_AUTO, IQ_GUARD_ALWAYS, IQ_GUARD_OFF };

/* Guards are possible from now on: our handler is installed.  [is_ours] says whether it still is
 * (asked before each guard). */
void iq_guard_enable(enum iq_guard_mode mode, bool (*is_ours)(void));
bool iq_guard_is_enabled(void), iq_guard_watches_all(void);

struct iq_guard;

/* The program uses guarded memory. */
struct iq_guard_access {
    uint64_t at, size;
    bool write;
    /* function of the C library that gives it to the kernel; NULL: none */
    const char *through;
    uint32_t stack;
};

/* Whose guards these are: one for each API. */
struct iq_guard_owner {
    void (*report)(const struct iq_guard *guard, const struct iq_guard_access *access);
    /* a driver on the CPU may trap on them, too: it waits, within limits, so that its work is done
     * as late as a GPU's may be.  The owner lifts them before each call that waits or asks for
     * progress */
    bool holds_driver;
};
extern const struct iq_guard_owner iq_guard_cuda; /* rules/common/order_findings.c */

/* What a guard is for: over when .point is complete; no point: never, nobody may use the memory any
 * more. */
struct iq_guard_work {
    struct iq_point point;
    struct iq_conflict_stream from;
    /* where the work was recorded first: the call that gave it to the device */
    struct iq_call_ref submitted;
};

static inline struct iq_guard_work iq_guard_work_of(const struct iq_timeline *timeline)
{
    return (struct iq_guard_work){ .point = iq_clock_point(timeline),
                                   .from = iq_conflict_stream_of(timeline) };
}

/* [lo, hi) has its memory to itself, and with it all pages that lie in it whole. */
struct iq_guard_memory {
    uint64_t lo, hi;
    uint64_t base; /* bytes are counted from here */
    const struct iq_guard_owner *owner;
    const struct iq_handle *object; /* that the memory belongs to; NULL: none */
    bool keyed;                     /* to be guarded by a protection key */
    bool look;                      /* only if the pages are plain readable and writable ones */
    /* the driver's memory: no free of the program's gives it back */
    bool pinned;
};

struct iq_guard {
    uint64_t begin, end; /* pages; end 0: free */
    /* what the device does there for certain, by which call; of memory that may not be used: what
     * ended it */
    struct iq_access access;
    struct iq_guard_memory memory;
    struct iq_guard_work work;
    bool open; /* for a while: see iq_guard_open */
    bool told; /* host functions that were enqueued before may still run */
};

static inline bool iq_guard_is_ended(const struct iq_guard *guard)
{
    return !guard->work.point.reached;
}

/* [work] accesses [access], which lies in [memory]: guards it, if its turn has come.  IQ_LOCK_ORDER
 * held. */
void iq_guard_add_within(struct iq_guard_work work, const struct iq_access *access,
                         const struct iq_guard_memory *memory);

/* Is a guard for [access] to pinned or registered memory due?  If so, iq_guard_add_due guards it
 * for the last operation of [timeline]. */
bool iq_guard_is_due(const struct iq_access *access, const struct iq_range *range);
void iq_guard_add_due(const struct iq_timeline *timeline, const struct iq_access *access,
                      const struct iq_range *range);

/* iq_guard_is_due, and iq_guard_add_due if so. */
void iq_guard_add(const struct iq_timeline *timeline, const struct iq_access *access,
                  const struct iq_range *range);

/* Could it be guarded, if there were no other guards?  *place: see iq_guard_is_wanted. */
bool iq_guard_is_possible(const struct iq_access *access, const struct iq_range *range,
                          uint64_t *place);

/* A command that nobody waits for yet uses pageable memory of the host: watch for its being freed.
 * IQ_LOCK_ORDER held. */
void iq_guard_watch(uint64_t lo, uint64_t hi);

/* For order/managed.c, which closes pages of its own: it took time since [started] (iq_now_ns);
 * [change] of its memory was closed; pages were opened. */
void iq_guard_spend(uint64_t started);
void iq_guard_counted(int change);
void iq_guard_was_lifted(uint64_t begin, uint64_t end);
/* Is there a guard in [lo, hi)?  IQ_LOCK_ORDER held. */
bool iq_guard_meets(uint64_t lo, uint64_t hi);
/* Protects pages past our own hook of mprotect (src/wrap/io.c), which lifts guards.  Returns 0,
 * -1. */
IQ_NODISCARD int iq_guard_protect(uint64_t begin, uint64_t end, int protection);

/* Number of guards.  Any thread, no lock. */
extern uint32_t iq_guard_count IQ_HOT;

/* Lifts the guards of what is complete now.  The second with IQ_LOCK_ORDER held. */
void iq_guard_review(void);
extern uint64_t iq_guard_reviewed IQ_HOT; /* iq_clock_completions when that was last done */
void iq_guard_review_of(uint64_t completions);
static inline void iq_guard_review_locked(void)
{
    if (iq_guard_count && iq_guard_reviewed != iq_clock_completions)
        iq_guard_review_of(iq_clock_completions);
}

/* Lifts the guards that touch [lo, hi); those of [owner], of [object] or of all (NULL), and with
 * [ended] also of what may not be used any more. */
void iq_guard_drop(uint64_t lo, uint64_t hi);
void iq_guard_drop_of(const struct iq_guard_owner *owner, const struct iq_handle *object,
                      bool ended);
/* only these, of [object] */
void iq_guard_drop_ended(const struct iq_guard_owner *owner, const struct iq_handle *object);

/* Opens the guards of [owner] for work under way, for as long as a call takes that waits or asks;
 * then closes those again whose work is not over, as far as that is known: if it waits for *reached
 * (NULL: for anything).  The others are lifted.  Several threads may be in such calls: the last one
 * closes. */
void iq_guard_open(const struct iq_guard_owner *owner);
void iq_guard_close(const struct iq_guard_owner *owner, const uint64_t *reached, bool last);

/* Is [address] on a guarded page?  Any thread, no lock. */
bool iq_guard_covers(uint64_t address);

/* libc is about to give [size] bytes at [at] to a system call named [name], to be written or read
 * there, by the caller at [pc]: what would have trapped is reported, and the guards are lifted,
 * since the kernel would refuse. */
void iq_guard_io(const char *name, uintptr_t at, size_t size, bool write, uintptr_t pc);

/* The program gives [size] bytes at [at] back by [name]: reported if a copy uses them, and no
 * longer guarded.  Called only while there are guards. */
void iq_guard_freed(const char *name, const void *at, size_t size, uintptr_t pc);

/* A SIGSEGV: true if it was a guard's; it is lifted, the program goes on.  Arguments as for
 * iq_core_on_signal. */
bool iq_guard_fault(const void *info, void *ucontext);

/* The calling thread works for the software device: its accesses are those that are waited for. */
void iq_guard_is_device_thread(void);
bool iq_guard_on_device_thread(void);

/* Is it the turn of a guard for [place], a number that is the same for the same buffer, at the site
 * [stack]?  Sampling, see the option. */
bool iq_guard_is_wanted(uint32_t stack, uint64_t place);

/* Moves bytes for the software device past the guards; false if that is not needed or not
 * possible. */
bool iq_guard_move(void *to, const void *from, uint64_t size);

#endif
