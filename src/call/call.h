/* One intercepted API call, from the wrapper's entry to its return.
 * Owner: the generated wrapper, on its stack.  Threads: a call belongs to one thread.
 * The two functions are the whole interface between wrappers and the rest of the guest. */
#ifndef IQ_CALL_CALL_H
#define IQ_CALL_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/entry.h"
#include "process/stack.h"

struct iq_cached_command;
struct iq_launch_times;
struct iq_cached_copy;
struct iq_cached_launch;
struct iq_target;

struct iq_call {
    const struct iq_entry *entry;
    const struct iq_plan *plan; /* of entry */
    /* entry->arg_count values; structs passed by value are given by address */
    const uint64_t *args;
    struct iq_site site;
    uintptr_t seal;    /* tells a call from what else lies on a stack */
    uint64_t number;   /* running number of outermost calls, 1.. */
    uint64_t began;    /* by iq_moment_step; only of calls that wait */
    uint64_t start_ns; /* only when calls are traced or recorded */
    /* From here on all is 0 at first.  The call that this one is nested in (a runtime call around a
     * driver call), or NULL */
    struct iq_call *outer;
    /* of an outermost call: last nested entry that failed, else first nested one, or NULL */
    const struct iq_entry *inner;
    int64_t inner_result; /* its result */
    int64_t result;       /* status; valid in the leaving phase, or when answered */
    /* finding that explains a fault of the kernel that the call launches, 0: none */
    uint64_t foreseen;
    uint64_t refused; /* bytes that the allocator refused the driver last; 0: none */
    /* of an outermost call that copies to or from a variable: where a nested one found it, 0: not
     * known */
    uint64_t symbol;
    /* its record, if that was written before it was forwarded; NULL: no launch, or not yet */
    struct iq_launch_times *launch;
    /* of a copy, if such a one was made before; .cached_copy->entry not NULL: by the same arguments
     */
    struct iq_cached_copy *cached_copy;
    struct iq_cached_launch *cached_launch;   /* likewise of a launch */
    struct iq_cached_command *cached_command; /* the same of a command of OpenCL */
    /* scratch of the walker: objects found for arguments 0..7 on entry */
    void *found[8];
    uint32_t stack; /* interned stack id, 0 until somebody asked (iq_call_stack) */
    /* handle arguments that no record was found for on entry, bit i is argument i */
    uint32_t unknown;
    int foreseen_parameter; /* 1 + index of the kernel's argument that it is about */
    bool answered;          /* contained: do not forward, return .result */
    bool left_out;          /* a layer below us was told to leave it out: contained, too */
    bool tracked;           /* entered: leave must be called */
    bool odd_copy;          /* DONE checks want to see its addresses */
    bool settled;           /* what its success means was done before it was forwarded */
    bool conflict;          /* ... and one of its accesses has no order with another one */
    bool on_device;         /* one of its addresses is the device's */
    bool plain;             /* nothing was to be done on entry, and nothing is if it succeeds */
    bool unreadable;        /* Vulkan: its lists and structs lead to where nothing is */
    /* what the driver allocates meanwhile only the driver will ever see */
    bool own_blocks;
};

static inline uintptr_t iq_call_seal(const struct iq_call *call)
{
    return (uintptr_t)call ^ call->site.sp ^ (uintptr_t)call->outer ^
           (uintptr_t)0x9e3779b97f4a7c15u;
}

/* Enters [call] for [entry] with [args]: finds out whether it is the outermost one, runs the checks
 * that come before forwarding.  May set call->answered.  Never blocks, never calls the driver,
 * holds no lock on return. */
void iq_call_enter(struct iq_call *call, const struct iq_entry *entry, const uint64_t *args,
                   struct iq_site site);

/* As iq_call_enter, for a command of OpenCL that may be in the call cache; [args] has room for
 * IQ_CALL_ARGS values, those that the command has not are 0. */
enum { IQ_CALL_ARGS = 9 };
void iq_call_enter_command(struct iq_call *call, const struct iq_entry *entry, const uint64_t *args,
                           struct iq_site site);

/* Leaves [call] with the status that the program will see; updates objects, runs the checks that
 * need the result. */
void iq_call_leave(struct iq_call *call, int64_t result);

/* A question about a handle, whose answer teaches nothing as long as iq_query_changes is [changes]
 * and *known.  thunk.S of src/arch knows it. */
struct iq_asked {
    const struct iq_entry *entry; /* NULL: none */
    uint64_t handle;
    const bool *known;
    uint32_t changes;
};
enum { IQ_ASKED = 16 };

/* What every call asks of its thread.  thunk.S of src/arch knows where its
 * members stand. */
struct iq_call_here {
    /* frame of the query that is passing (call/query.h); 0: none is; IQ_CALL_CLOSED: none may, as
     * while the thread is inside of a call */
    uintptr_t query;
    struct iq_call *top;   /* the innermost call that may be live; NULL: it is in none */
    uint64_t passed;       /* queries that are not among the thread's .calls yet */
    struct iq_call *begun; /* a query that turned out to be more; NULL: there was none yet */
    struct iq_asked asked[IQ_ASKED]; /* by a hash of the entry and the handle */
};
enum { IQ_CALL_CLOSED = 1 };
extern __thread struct iq_call_here iq_call_here
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Is the calling thread inside of a call, or of one that was left by a jump? */
static inline bool iq_call_is_inside(void)
{
    return iq_call_here.top || iq_call_here.query > IQ_CALL_CLOSED;
}

/* The innermost call that may be live, also if it is a query, seen from code with stack pointer
 * [sp]; NULL: it is in none. */
struct iq_call *iq_call_begin_query(uintptr_t sp);
static inline struct iq_call *iq_call_innermost(uintptr_t sp)
{
    return __builtin_expect(iq_call_here.query <= IQ_CALL_CLOSED, 1) ? iq_call_here.top
                                                                     : iq_call_begin_query(sp);
}
static inline struct iq_call *iq_call_current(void)
{
    return iq_call_innermost((uintptr_t)__builtin_frame_address(0));
}

/* [top] (NULL: none) if its frame still exists while the stack pointer is [sp]; NULL if it was left
 * by longjmp or an exception.  Dead frames are not read, and what a deeper frame has overwritten
 * since does not look like a call.  The record of a query does not lie in its frame. */
static inline struct iq_call *iq_call_live(struct iq_call *top, uintptr_t sp)
{
    bool above = top && top == iq_call_here.begun ? top->site.sp > sp : (uintptr_t)top > sp;
    return above && top->seal == iq_call_seal(top) ? top : NULL;
}

/* A call of [entry], which neither makes nor ends anything, from a caller with stack pointer [sp]:
 * true if it is nested in another one, which says all that matters.  Then it is only forwarded, and
 * iq_call_covered_failed told if that failed. */
bool iq_call_covers(const struct iq_entry *entry, uintptr_t sp);
static inline bool iq_call_is_covered(const struct iq_entry *entry, uintptr_t sp)
{
    return __builtin_expect(iq_call_is_inside(), 0) && iq_call_covers(entry, sp);
}
void iq_call_covered_failed(const struct iq_entry *entry, int64_t result);
/* ... which launched the kernel of this handle: iq_call_refused_kernel. */
void iq_call_covered_launch_failed(const struct iq_entry *entry, int64_t result, uint64_t kernel);

/* A compiler's call in front of a launch, from [site]. */
void iq_call_push_config(struct iq_site site);

/* The outermost call that [call] belongs to (itself if not nested). */
static inline struct iq_call *iq_call_outermost(struct iq_call *call)
{
    while (call->outer)
        call = call->outer;
    return call;
}

/* The driver's handle of the kernel that [call] (outermost, and failed) could not launch by a
 * nested call; 0: not known. */
uint64_t iq_call_refused_kernel(const struct iq_call *call);

/* Interned call stack of [call]'s site (of its outermost call), unwound on first use.  Returns an
 * id for the trace. */
static inline uint32_t iq_call_stack(struct iq_call *call)
{
    call = iq_call_outermost(call);
    if (!call->stack)
        call->stack = iq_stack_at(call->site);
    return call->stack;
}

#endif
