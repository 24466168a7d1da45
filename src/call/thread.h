/* What core keeps per thread.  Owner: core; blocks of ended threads are used again.
 * Threads: a block belongs to its thread; nobody else writes to it (but to .next_launch).  Fork: the child keeps the forking thread's block. */
#ifndef IQ_CALL_THREAD_H
#define IQ_CALL_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "model/context.h"
#include "model/mark.h"
#include "call/repeat.h"
#include "call/rule.h"
#include "call/watchdog.h"
#include "image/kernel.h"
#include "trace/writer.h"

enum { IQ_THREAD_CONTEXTS = 16, IQ_THREAD_SUSPICIONS = 10, IQ_THREAD_ARGS = 24, IQ_THREAD_SETTLED = 128, IQ_THREAD_SETTLED_BLOCKS = 32, IQ_THREAD_STRAYS = 64, IQ_THREAD_SEEN = 16,
       IQ_THREAD_SEEN_HANDLES = 4, IQ_THREAD_COMMANDS = 16 };

/* Addresses that kernels may use, as long as no memory comes or goes and the context is the same: one, or a large block, which frameworks divide by themselves. */
struct iq_settled { uint64_t base, size, version; const struct iq_context *context; uint8_t memory; };
/* Handles of the last call of an entry that were all found to be good; they are again, as long as nothing dies. */
struct iq_handles_seen { const struct iq_entry *entry; uint32_t deaths; uint64_t value[IQ_THREAD_SEEN_HANDLES]; void *found[IQ_THREAD_SEEN_HANDLES]; };
struct iq_stray { uint64_t function, finding; int param, tries; };

enum iq_argument_memory { IQ_ARGUMENT_OTHER, IQ_ARGUMENT_DEVICE, IQ_ARGUMENT_POOL /* of stream-ordered memory */, IQ_ARGUMENT_PINNED,
                          IQ_ARGUMENT_MANAGED };

struct iq_conflict;
struct iq_kernel;
struct iq_known_box;
struct iq_launch_record;
struct iq_timeline;
struct iq_variables;

/* Is the result of a failed call read?  NO: it is, or nothing is claimed; PERHAPS: the code does not tell; LAUNCH: <<<>>>, whose result nobody gets. */
enum iq_unread { IQ_UNREAD_NO, IQ_UNREAD_PERHAPS, IQ_UNREAD_CERTAIN, IQ_UNREAD_LAUNCH };

/* The last call of this thread that failed; what cudaGetLastError will say. */
struct iq_last_error {
    struct iq_mark mark;
    int64_t result;
    uint64_t finding;           /* finding that explains it, 0: none (an expected answer) */
    uint64_t calls;             /* of its thread until then, those that read the error or its name left out */
    bool expected;              /* a note at most: peer already enabled, not ready... */
    bool asked;                 /* a call has told it, or its name */
    uint8_t unread;             /* enum iq_unread */
};

/* Of the last call that flow.h looked at before it was forwarded: its operations, after [before] up to [tick]; or the touches that guards are due for when
 * it is back, bit i is touch i. */
struct iq_thread_order { struct iq_timeline *timeline; uint64_t before, tick, guarded_call; uint32_t guards; };

/* Its last launches, see launch.h. */
struct iq_launch_ring { struct iq_launch_record *records; uint64_t count, mask; };

struct iq_thread {
    const struct iq_mark *callback;     /* call that registered the callback which runs on this thread; NULL: none runs */
    uint32_t number;                    /* 1.. in order of first GPU call */
    struct iq_trace_thread *live;       /* what the trace says of it, however the process ends; NULL: no call yet */
    uint64_t calls;                     /* outermost calls, also of threads that had this block before */
    uint64_t call_number, last_number;  /* of its last outermost call, and the last one of those that it may give */
    int device;                         /* the runtime's current device */
    uint8_t frames_in_flight;           /* copies from frames of this thread that are not known to be over */
    uint64_t ahead;                     /* finding about the call in progress, made before it was forwarded; 0: none */
    /* Up to here what every call needs, up to .order what a launch does, on a cache line each. */
    uint32_t suspicion_count, push_stack;
    struct iq_context *current;         /* the driver's current context, NULL: none or unknown */
    struct iq_site push_site;           /* of __cudaPushCallConfiguration, pc 0: none */
    int64_t contained_error;            /* answered by us, not yet read with cudaGetLastError */
    struct iq_launch_ring launches;
    struct iq_thread_order order;
    uint8_t unread;                     /* enum iq_unread: of the call in progress, once its finding is made */
    struct iq_mark current_mark;        /* call that made it so */
    struct iq_mark device_mark;         /* cudaSetDevice that chose .device */
    bool current_known;                 /* a call that sets or destroys contexts was seen on this thread */
    struct iq_context *lost;            /* was current when it was destroyed */
    struct iq_context *pushed[IQ_THREAD_CONTEXTS];
    uint32_t pushed_count;
    const uint32_t *marker;             /* of the launch that call [marker_call] made, see launch.h */
    uint64_t marker_call, place_call;   /* the second one of its place in the order of streams */
    uint32_t marker_value, place;
    struct iq_last_error last_error;
    struct iq_suspicion suspicions[IQ_THREAD_SUSPICIONS];   /* of the outermost call in progress */
    struct { struct iq_call *call; uint64_t number; } doubted;              /* the last call that has some and was forwarded for all that */
    uint64_t expanded[IQ_THREAD_ARGS];                      /* arguments of the outermost call, if its row was expanded */
    struct iq_place places[IQ_THREAD_ARGS];                 /* of its memory arguments; .known false: not looked up */
    const struct iq_kernel *kernel;                         /* that it launches, NULL: none, or nothing is known of it */
    uint64_t words[IQ_IMAGE_WORDS];                         /* values of .kernel's words */
    uint8_t word_memory[IQ_IMAGE_WORDS];                    /* enum iq_argument_memory: what they point into */
    struct iq_settled settled[IQ_THREAD_SETTLED], settled_blocks[IQ_THREAD_SETTLED_BLOCKS];     /* arguments of kernels that were looked at and found good */
    struct iq_mark submitting;          /* a submission to a Vulkan queue that is being forwarded; .number, which is atomic and written last, 0: none */
    uint64_t variable_call, ahead_call; /* numbers of the last call that variable.h has asked about, of the one that .ahead is about */
    struct iq_stray strays[IQ_THREAD_STRAYS];               /* parameters that have got addresses of no device memory */
    uint64_t launching;                                     /* function whose arguments were checked last */
    uint64_t outside;           /* address in no memory that it gets, where it goes for certain by what its arguments add up to; 0: none */
    struct iq_handles_seen seen[IQ_THREAD_SEEN];            /* by entry */
    struct iq_conflict *conflict;       /* that was found last, see flow_work.h; NULL: none yet */
    struct iq_known_box *boxes;         /* of the call in progress, see part.c; NULL: none yet */
    struct iq_variables *variables;
    struct iq_cl_again *agains;         /* commands of OpenCL that it enqueued last; NULL: none yet */
    uint64_t commands[IQ_THREAD_COMMANDS];      /* by a hash: where which objects were used by commands of OpenCL */
    struct iq_stack_cache *stacks;      /* of the thread that had this block before */
    struct iq_wait wait;
    struct iq_call *const *top;         /* its iq_call_top, for who looks at it from outside; NULL: it has ended */
    uint64_t next_launch;               /* of whoever reads .launches */
    struct iq_thread *next_free, *next;
    struct iq_repeat repeats[IQ_REPEATS];                   /* by a hash of their first arguments */
    struct iq_repeat_pair pairs[IQ_REPEAT_PAIRS];           /* by a hash of where they lie */
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

/* Block of the calling thread; NULL when out of memory. */
struct iq_thread *iq_thread_make(void);
static inline struct iq_thread *iq_thread_get(void)
{
    struct iq_thread *thread = iq_thread_block;
    return __builtin_expect(thread != 0, 1) ? thread : iq_thread_make();
}

/* First of all blocks ever made, linked by .next; any thread. */
struct iq_thread *iq_thread_first(void);

/* In the child of fork: blocks of other threads are used no more, and what the parent found is not known. */
void iq_thread_after_fork(void);

#endif
