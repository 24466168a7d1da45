/* The last kernel launches, so that a fault that surfaces later can name the one that caused it.
 * Owner: core; a ring per thread that launches.  Threads: only a thread itself writes to its ring,
 * without a lock; any may read, and puts the launches of all threads in order by a clock that steps
 * forward when another thread launches and when one begins to wait.  Readers accept a torn entry's
 * loss. */
#ifndef IQ_API_CUDA_LAUNCH_H
#define IQ_API_CUDA_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"
#include "call/call.h"
#include "call/event.h"
#include "call/moment.h"
#include "model/call_ref.h"
#include "model/context.h"

struct iq_soft_fault;
struct iq_soft_site;
struct iq_thread;
struct iq_timeline;

struct iq_launch_record {
    /* What each launch writes, on two cache lines. */
    struct iq_launch_times times;
    struct iq_call_ref ref;
    uint64_t function, stream;
    struct iq_context *context;
    uint32_t grid[3], block[3]; /* not of a graph */
    uint64_t shared;
    uint64_t foreseen;      /* finding that would explain a fault of it, 0: none */
    const uint32_t *marker; /* holds [value] or more when it is over; NULL: nobody writes one */
    uint32_t value;
    int foreseen_parameter; /* 1 + index of the argument that it is about */
    bool graph;             /* a graph */
    /* The rest. */
    const char *kernel;        /* NULL: unknown, or not looked up yet */
    uint64_t fault;            /* soft: finding of its fault, 0: none yet */
    struct iq_soft_site *site; /* soft: NULL: not known */
    /* where it certainly goes, outside of the memory that it gets; 0: nothing such is known;
     * likewise */
    uint64_t outside;
    /* arguments that are addresses of memory, 0: no more; only with iq_core_keep_launches */
    uint64_t pointers[4];
    /* likewise: 1 + index in a ring: what it comes after; 0: not known */
    uint32_t place;
} __attribute__((aligned(64)));

/* Does [call] go to a stream that captures?  What it asks for is not done then. */
bool iq_launch_is_captured(const struct iq_call *call);

/* The launch that [call] is, and where its parts stand in the call; false: it is none. */
bool iq_launch_read(const struct iq_call *call, struct iq_launch *launch);

/* [call] is about to launch a kernel, or a graph: its record; NULL: it launches nothing, or out of
 * memory.  When it is back it has launched it, or failed. */
struct iq_launch_times *iq_launch_begin(struct iq_thread *thread, struct iq_call *call);

/* The same of an outermost call on a stream that does not capture, whose .stack is known, that
 * the call cache takes and has in .cached_launch. */
struct iq_launch_times *iq_launch_begin_again(struct iq_thread *thread, struct iq_call *call);

/* [call] has just launched it. */
void iq_launch_note(struct iq_thread *thread, struct iq_call *call);

/* [call] launches on [timeline], which has begun the operation: remembers what that comes after, if
 * iq_core_keep_launches was called. IQ_LOCK_ORDER held. */
void iq_launch_place(const struct iq_call *call, struct iq_timeline *timeline);

/* [call] waited successfully: launches that were back before it began, on what it waited for, are
 * proven good. */
void iq_launch_synced(struct iq_thread *thread, struct iq_call *call);

/* Launches of [context] (NULL: any) that are not proven good, oldest first, at most [limit].
 * Returns how many there are in all. Of those with markers only the first of each stream, and none
 * that comes after one of these by events or the default stream's rules: the others had not
 * begun. */
uint32_t iq_launch_suspects(const struct iq_context *context, struct iq_launch_record *out,
                            uint32_t limit);

/* Launches that are not known to be over, on *stream (NULL: on any), oldest first, at most [limit].
 * Returns how many there are in all. */
uint32_t iq_launch_pending(const uint64_t *stream, struct iq_launch_record *out, uint32_t limit);

/* Launches of [context] that were not back at [time], oldest first, at most [limit].  Returns how
 * many there are in all. */
uint32_t iq_launch_since(uint64_t time, const struct iq_context *context,
                         struct iq_launch_record *out, uint32_t limit);

/* Finding that foresaw that a launch of [context] which is not proven good, or other work of it,
 * would fault; 0: none did. */
uint64_t iq_launch_foreseen(const struct iq_context *context);

/* Host function of the kernel that [call] launches; 0: it has none, or it is not known. */
uint64_t iq_launch_host_function(const struct iq_call *call);

/* The software device numbers its launches: remember the call that is being made now as [soft]. */
void iq_launch_soft(uint64_t soft, const char *kernel, const uint32_t grid[3],
                    const uint32_t block[3], uint64_t stream);
/* The launch of [fault]; of one that is older than what is remembered, what its place in the
 * program tells.  False: nothing is known. */
bool iq_launch_find_soft(const struct iq_soft_fault *fault, struct iq_launch_record *out);

/* The software device sees the fault itself.  A fault and what foresaw it are one finding,
 * whichever comes first: both say what they know and get the other's, 0 if there is none yet.
 * [finding] 0 only asks. */
uint64_t iq_launch_foresee_soft(const struct iq_call *call, uint64_t finding, int parameter);
uint64_t iq_launch_fault_soft(const struct iq_soft_fault *fault, uint64_t finding, int parameter);

#endif
