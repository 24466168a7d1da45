/* What core keeps per thread.  Owner: core; blocks of ended threads are used again.
 * Threads: a block belongs to its thread; nobody else writes to it (but to .next_launch).  Fork:
 * the child keeps the forking thread's block. */
#ifndef IQ_CALL_THREAD_H
#define IQ_CALL_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/counters.h"
#include "call/call.h"
#include "call/copy_cache.h"
#include "call/last_error.h"
#include "call/query.h"
#include "call/rule.h"
#include "call/watchdog.h"
#include "image/kernel.h"
#include "model/call_ref.h"
#include "model/context.h"
#include "trace/writer.h"

enum {
    IQ_THREAD_CONTEXTS = 16,
    IQ_THREAD_SUSPICIONS = 10,
    IQ_THREAD_ARGS = 24,
    IQ_THREAD_SETTLED = 256,
    IQ_THREAD_SETTLED_BLOCKS = 64, /* pairs */
    IQ_THREAD_STRAYS = 64,
    IQ_THREAD_SEEN = 64,
    IQ_THREAD_SEEN_HANDLES = 4,
    IQ_THREAD_COMMANDS = 16,
    IQ_THREAD_NUMBERS = 16
};

/* Addresses that kernels may use, as long as no memory comes or goes and the context is the same:
 * of one, or of a large block. */
struct iq_settled {
    uint64_t base, size, version;
    const struct iq_context *context;
    uint8_t memory;
};
struct iq_handles_seen { /* of a call, all good until one dies */
    const struct iq_entry *entry;
    uint32_t deaths;
    uint64_t value[IQ_THREAD_SEEN_HANDLES];
    void *found[IQ_THREAD_SEEN_HANDLES];
};
#define IQ_WORDS_UNKNOWN UINT64_MAX /* .words_known: they may be told again */
struct iq_stray_parameter {
    uint64_t function, finding;
    int param, tries;
};

enum iq_argument_memory {
    IQ_ARGUMENT_OTHER,
    IQ_ARGUMENT_DEVICE,
    IQ_ARGUMENT_POOL /* of stream-ordered memory */,
    IQ_ARGUMENT_PINNED,
    IQ_ARGUMENT_MANAGED
};

struct iq_conflict;
struct iq_kernel;
struct iq_launch_record;
struct iq_timeline;

/* Of the last call that flow.h looked at ahead: its operations, after [before] up to [tick]; or the
 * accesses that guards are due for when it is back, bit i is access i. */
struct iq_thread_order {
    struct iq_timeline *timeline;
    uint64_t before, tick, guarded_call;
    uint32_t guards;
};

/* Its last launches, see launch.h. */
struct iq_launch_ring {
    struct iq_launch_record *records;
    uint64_t count, mask;
};

struct iq_thread {
    /* call that registered the callback which runs on this thread; NULL: none runs */
    const struct iq_call_ref *callback;
    uint32_t number; /* 1.. in order of first GPU call */
    /* what the trace says of it, however the process ends; NULL: no call yet */
    struct iq_trace_thread *live;
    /* outermost calls, also of threads that had this block before */
    uint64_t calls;
    /* of its last outermost call, and the last one of those that it may give */
    uint64_t call_number, last_number;
    int device; /* the runtime's current device */
    /* copies from frames of this thread that are not known to be over */
    uint8_t frames_in_flight;
    /* finding about the call in progress, made before it was forwarded; 0: none */
    uint64_t ahead;
    /* Up to here what every call needs, up to .order what a launch does, on a cache line each. */
    uint32_t suspicion_count, push_stack;
    struct iq_context *current; /* the driver's current context, NULL: none or unknown */
    struct iq_site push_site;   /* of __cudaPushCallConfiguration, pc 0: none */
    int64_t contained_error;    /* answered by us, not yet read with cudaGetLastError */
    struct iq_launch_ring launches;
    struct iq_thread_order order;
    uint8_t unchecked; /* enum iq_unchecked: of the call in progress, once it has a finding */
    struct iq_call_ref current_ref; /* call that made it so */
    struct iq_call_ref device_ref;  /* cudaSetDevice that chose .device */
    bool current_known;      /* a call that sets or destroys contexts was seen on this thread */
    struct iq_context *lost; /* was current when it was destroyed */
    struct iq_context *pushed[IQ_THREAD_CONTEXTS];
    uint32_t pushed_count;
    /* of the launch that call [marker_call] made, see launch.h */
    const uint32_t *marker;
    uint64_t marker_call, place_call; /* the second one of its place in the order of streams */
    uint32_t marker_value, place;
    struct iq_last_error last_error;
    struct iq_suspicion suspicions[IQ_THREAD_SUSPICIONS]; /* of the outermost call in progress */
    /* the last call that has some and was forwarded for all that */
    struct {
        struct iq_call *call;
        uint64_t number;
    } doubted;
    /* arguments of the outermost call, if its row was expanded */
    uint64_t expanded[IQ_THREAD_ARGS];
    /* that it launches, NULL: none, or nothing is known of it */
    const struct iq_kernel *kernel;
    uint64_t refused_kernel; /* the driver's handle, of the last nested launch that failed */
    uint64_t words[IQ_IMAGE_WORDS + IQ_THREAD_NUMBERS]; /* of .kernel; maybe numbers after them */
    uint8_t word_memory[IQ_IMAGE_WORDS]; /* enum iq_argument_memory: what they point into */
    uint64_t words_known; /* iq_range_version while what was found out about .words holds */
    /* arguments of kernels that were looked at and found good */
    struct iq_settled settled[IQ_THREAD_SETTLED][2], settled_blocks[IQ_THREAD_SETTLED_BLOCKS][2];
    /* a Vulkan submission that is being forwarded; .number, atomic, written last, 0: none */
    struct iq_call_ref submitting;
    /* numbers of the last call that variable.h has asked about, of the one that .ahead is about */
    uint64_t variable_call, ahead_call;
    struct iq_stray_parameter strays[IQ_THREAD_STRAYS]; /* got addresses of no device memory */
    uint64_t launching; /* function whose arguments were checked last */
    /* address in no memory that it gets, where it goes for certain by what its arguments add up to;
     * 0: none */
    uint64_t outside;
    struct iq_handles_seen seen[IQ_THREAD_SEEN]; /* by entry and handles */
    struct iq_conflict *conflict;   /* that was found last, see send.h; NULL: none yet */
    struct iq_resolved_rare *rare;  /* of its arguments; NULL: none yet */
    struct iq_variables *variables; /* call/variable.h */
    /* commands of OpenCL that it enqueued last; NULL: none yet */
    struct iq_cached_command *cached_commands;
    struct iq_launch_cache *launch_cache; /* NULL: none yet */
    /* by a hash: where which objects were used by commands of OpenCL */
    uint64_t commands[IQ_THREAD_COMMANDS];
    struct iq_stack_cache *stacks; /* of the thread that had this block before; likewise */
    struct iq_section_stack *sections;
    struct iq_wait wait;
    const struct iq_call_here *here; /* for who looks at it from outside; NULL: it has ended */
    struct iq_call query;            /* that turned out to be more, and its arguments */
    uint64_t query_args[IQ_TARGET_ARGS];
    uint64_t next_launch; /* of whoever reads .launches */
    struct iq_thread *next_free, *next;
    struct iq_resolved resolved[IQ_THREAD_ARGS];    /* its memory arguments */
    struct iq_cached_copy copies[IQ_CACHED_COPIES]; /* by a hash of their first arguments */
    struct iq_cached_pair pairs[IQ_CACHED_PAIRS];   /* by a hash of where they lie */
    struct iq_counters counters;                    /* also of threads that had this block before */
};

extern __thread struct iq_thread *iq_thread_block __attribute__((tls_model("initial-exec")));

/* Tells the trace that [thread] has begun a call of [entry]; that it has come back. */
static inline void iq_thread_begins(struct iq_thread *thread, uint16_t entry)
{
    struct iq_trace_thread *live = thread->live;
    if (__builtin_expect(!live, 0))
        live = thread->live = iq_trace_take_thread();
    live->calls = thread->calls;
    live->stack = 0;
    live->entry = entry;
    live->inside = 1;
}
static inline void iq_thread_is_back(struct iq_thread *thread)
{
    if (thread->live)
        thread->live->inside = 0;
}

/* Counts the queries of the calling [thread] that have passed by themselves. */
void iq_thread_count_passed(struct iq_thread *thread);
/* Block of the calling thread; NULL when out of memory. */
struct iq_thread *iq_thread_make(void);
static inline struct iq_thread *iq_thread_get(void)
{
    struct iq_thread *thread = iq_thread_block;
    return __builtin_expect(thread != 0, 1) ? thread : iq_thread_make();
}

/* First of all blocks ever made, linked by .next; any thread. */
struct iq_thread *iq_thread_first(void);

/* In the child of fork: blocks of other threads are used no more, and what the parent found is not
 * known. */
void iq_thread_after_fork(void);

#endif
