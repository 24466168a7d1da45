/* Calls of which nothing can be learnt when they succeed (cudaGetDevice): a query passes by itself,
 * straight from the thunk to the real function (thunk.S of src/arch), as long as it is nobody's
 * nested call, nothing is armed (base/armed.h) and its thread has no error that is still to be
 * read.  The thunk counts it and leaves a frame by which everything else can be done later: if the
 * query fails, if a call nested in it is more than a query, or if the process gets a signal
 * meanwhile, it becomes a call as any other. Questions about a stream or an event pass in the same
 * way while nothing has changed since their thread learnt that all of it is complete, those about a
 * function while none has ended.  Owner: the frame is the thunk's.  Threads: each its own. Signals:
 * iq_call_begin_query may be used in a handler. */
#ifndef IQ_CALL_QUERY_H
#define IQ_CALL_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"
#include "call/call.h"
#include "model/entry.h"
#include "model/handle.h"
#include "order/epoch.h"

enum {
    IQ_TARGET_ARGS = 6, /* that registers hold */
    IQ_ASKED_AT = 3     /* so many of them may be the handle that a question is about */
};

/* Where a function that was redirected leads to; thunk.S knows the first four members.  The
 * beginning of struct iq_patch (wrap/patch.h). */
struct iq_target {
    void *enter;    /* a thunk of thunk.S, or .wrapper */
    void *original; /* the real function; NULL: not known yet */
    void *wrapper;
    const struct iq_entry *entry; /* NULL: no intercepted call */
};

/* What the thunk pushes; below it lies an address in the thunks, above it a word to align the stack
 * if there is an odd number of arguments, then the return address. */
struct iq_query_frame {
    const struct iq_target *target;
    uint64_t args[]; /* registers: of arguments of less than eight bytes the rest is garbage */
};

/* Is there nothing to be learnt from a success of [entry]?  Makes its plan. */
bool iq_query_is(const struct iq_entry *entry);

/* The same of a question about a handle, which passes only while iq_query_keep holds: the argument
 * that is the handle, -1: it is no such question. */
int iq_query_asks(const struct iq_entry *entry);

/* It changes whenever a handle ends, or there may be news of an object although it says that all of
 * it is known. */
static inline uint32_t iq_query_changes(void)
{
    return __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE) +
           __atomic_load_n(&iq_clock_changes, __ATOMIC_ACQUIRE);
}

/* The same question as [call], of the calling thread, teaches nothing as long as iq_query_changes
 * is [changes] and *known (NULL: in any case). */
void iq_query_keep(const struct iq_call *call, const bool *known, uint32_t changes);

/* Where the thunks of queries are: an address in them below a frame says that it is still there. */
extern struct iq_query_thunks {
    uintptr_t begin, bytes;
} iq_query_thunks IQ_HOT;

static inline bool iq_query_is_thunk(uintptr_t address)
{
    return address - iq_query_thunks.begin < iq_query_thunks.bytes;
}

/* Does the frame of the query under way still exist while the stack pointer is [sp]?  The real
 * function is to return to the thunk. */
static inline bool iq_query_is_around(uintptr_t sp)
{
    uintptr_t query = iq_call_here.query;
    return query >= sp && iq_query_is_thunk(((const uintptr_t *)query)[-1]);
}

/* As iq_query_is_around; a frame that does not exist any more is forgotten. */
bool iq_query_covers(uintptr_t sp);

/* Called by the thunk: the query of [frame] is back with [result], and has failed or become a call
 * meanwhile, or only seems to have. */
void iq_query_back(const struct iq_query_frame *frame, int32_t result);

/* From the start on. */
void iq_query_set_thunks(uintptr_t begin, uintptr_t end);

#endif
