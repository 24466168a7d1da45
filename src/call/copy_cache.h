/* Call cache of copies: the last different ones of each thread, with what was found out about their
 * arguments.  An entry holds as long as no memory comes or goes and no handle dies.  What was
 * found out about a copy between two blocks of memory holds for all others between them, too.
 * Owner: the thread's block.  Threads: its own. */
#ifndef IQ_CALL_COPY_CACHE_H
#define IQ_CALL_COPY_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "call/plan.h"
#include "model/handle.h"
#include "model/range.h"
#include "order/access.h"
#include "order/epoch.h"

enum {
    IQ_CACHED_COPIES = 1 << 3,
    IQ_CACHED_PAIRS = 4,
    IQ_CACHED_COPY_ARGS = 8,
    IQ_CACHED_COPY_LEAST = 4, /* arguments that every cached call has */
    IQ_CACHED_COPY_ACCESSES = 2
};

struct iq_thread;

struct iq_cached_copy {
    /* What every time is looked at. */
    /* NULL: not complete, all of it but .key may be anything */
    const struct iq_entry *entry;
    uint64_t ranges; /* iq_range_version, */
    uint32_t deaths; /* iq_handle_deaths when the arguments were looked at */
    bool on_device;  /* as of the call */
    /* of other bytes than last time, between the same blocks */
    bool elsewhere;
    uint8_t count;     /* of .accesses */
    uint8_t guardable; /* bit i: access i, the host's, could be guarded */
    uint64_t key;      /* of the call that came here last */
    uint64_t args[IQ_CACHED_COPY_ARGS];
    struct iq_handle *stream;    /* NULL: a default stream */
    struct iq_clock_place place; /* where .accesses are kept */
    uint64_t epoch;              /* in which it was made last as the last of its stream; or 0 */
    uint64_t guard_place;        /* of the access that could be guarded */
    /* What is looked at when there is something to compare it with. */
    uint64_t bytes;
    unsigned from, to;                                  /* enum iq_where of what is read, written */
    struct iq_access accesses[IQ_CACHED_COPY_ACCESSES]; /* without call references */
    struct iq_range host;                               /* that the guardable touch lies in */
} __attribute__((aligned(64)));

/* Copies between two blocks: argument arg[k] lies in [lo[k], hi[k]), as .copy.accesses[k]. */
struct iq_cached_pair {
    struct iq_cached_copy copy; /* .key: of the two blocks that came here last */
    uint64_t lo[IQ_CACHED_COPY_ACCESSES], hi[IQ_CACHED_COPY_ACCESSES];
    uint32_t fixed;                             /* arguments that are the same each time */
    int8_t arg[IQ_CACHED_COPY_ACCESSES], bytes; /* arguments */
};

static inline uint64_t iq_copy_key(const struct iq_call *call)
{
    return (call->args[0] + call->args[1] * 3) * 0x9e3779b97f4a7c15u | 1;
}

/* Has nothing changed since [cached] was found out? */
static inline bool iq_copy_is_current(const struct iq_cached_copy *cached,
                                      const struct iq_call *call)
{
    return cached->entry == call->entry &&
           cached->ranges == __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) &&
           cached->deaths == __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
}

/* Was a call made before with [cached], the entry for its key, by the very same arguments? */
static inline bool iq_copy_is_same(const struct iq_cached_copy *cached, const struct iq_call *call)
{
    const uint64_t *a = cached->args, *b = call->args;
    if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2] || a[3] != b[3] ||
        !iq_copy_is_current(cached, call))
        return false;
    for (int i = IQ_CACHED_COPY_LEAST; i < call->entry->arg_count; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static inline void iq_copy_take(struct iq_cached_copy *cached, struct iq_call *call)
{
    call->found[call->plan->stream] = cached->stream;
    call->on_device = cached->on_device;
    call->cached_copy = cached;
}

/* Was [call] made before, with nothing changed since?  Then its .cached_copy, .found and .on_device
 * are filled in, the .resolved of [thread] is not.  False: if .cached_copy is set, its arguments
 * are worth keeping. */
bool iq_copy_cache_find(struct iq_thread *thread, struct iq_call *call);

/* The arguments of a [call] that is worth keeping have been looked at.  .cached_copy becomes NULL
 * if something may be said about them; else it is to be completed by whoever knows the accesses. */
void iq_copy_cache_add(struct iq_thread *thread, struct iq_call *call);

/* The arguments of [call] have been looked at, and are not worth an entry of their own: keeps what
 * holds for all copies between the same two blocks. */
void iq_copy_cache_add_pair(struct iq_thread *thread, struct iq_call *call);

#endif
