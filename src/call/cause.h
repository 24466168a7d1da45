/* Causes: findings of one cause are one finding, and what follows from a mistake is told by its
 * cause.  A cause is a kind and what tells one mistake of that kind from another.
 * Stateless, any thread. */
#ifndef IQ_CALL_CAUSE_H
#define IQ_CALL_CAUSE_H

#include "base/hash.h"
#include "model/handle.h"
#include "model/range.h"
#include "process/stack.h"

enum iq_cause_kind {
    IQ_CAUSE_BLOCK_DAMAGED = 1, /* base of the memory that was overrun */
    IQ_CAUSE_BUILD,             /* cause of an OpenCL program's handle */
    IQ_CAUSE_CALL_CRASHED,      /* the call */
    IQ_CAUSE_CAPTURE,           /* number of the call that began it */
    IQ_CAUSE_CL_ARGUMENT,       /* kernel, index */
    IQ_CAUSE_CL_BROKEN,         /* - */
    IQ_CAUSE_CLEAN_UP,          /* -: calls of clean-up code after the driver has gone */
    IQ_CAUSE_CONTEXT_ENDED,     /* context */
    IQ_CAUSE_COVERAGE,          /* - */
    IQ_CAUSE_COPY_NOT_AWAITED,  /* stack of the copy whose buffer the host used before its end */
    IQ_CAUSE_DEVICE_ASKED,      /* -: there is no device, and the program only asked */
    IQ_CAUSE_DEVICE_LOST,       /* - */
    IQ_CAUSE_DEVICE_NEEDED,     /* -: there is no device, and the program goes on */
    IQ_CAUSE_DRIVER_ENDED,      /* - */
    IQ_CAUSE_FAULT,             /* context that a kernel's fault has broken */
    IQ_CAUSE_FORKED,            /* - */
    IQ_CAUSE_FREED_TWICE,       /* stack of the first free, whose statement made the second one */
    IQ_CAUSE_HANDLE,            /* handle, generation */
    IQ_CAUSE_HANDLE_RECYCLED,   /* cause of the old handle */
    IQ_CAUSE_HANDLE_UNKNOWN,    /* value, kind */
    IQ_CAUSE_HOST_BLOCK,        /* block of the host's heap, object that uses it or its end */
    IQ_CAUSE_HOST_EARLY,        /* stacks of work and access */
    IQ_CAUSE_HOST_IN_KERNEL,    /* block of the host's that a kernel went to */
    IQ_CAUSE_HOST_REFUSED,      /* number of the call that was refused */
    IQ_CAUSE_IMAGE,             /* embedded image */
    IQ_CAUSE_KERNEL_FAULT,      /* statement, launch */
    IQ_CAUSE_KERNEL_UNWRITTEN,  /* kernel, launch */
    IQ_CAUSE_LAST_ERROR,        /* number of the call that set it */
    IQ_CAUSE_LEFT_OUT,          /* recording that a command is missing from */
    IQ_CAUSE_LIBRARY,           /* number of the call that loaded it */
    IQ_CAUSE_LINKER,            /* number of the call that made it */
    IQ_CAUSE_NODE_RACE,         /* stacks of both nodes */
    IQ_CAUSE_NO_CONTEXT,        /* thread, call that left it without one */
    IQ_CAUSE_NOT_INITIALIZED,   /* - */
    IQ_CAUSE_OCLGRIND,          /* rule, kernel, line */
    IQ_CAUSE_OUT_OF_MEMORY,     /* memory in use */
    IQ_CAUSE_POINTER_FREED,     /* life of the range */
    IQ_CAUSE_POLLED,            /* cause of the handle */
    IQ_CAUSE_RACE,              /* stacks of both accesses */
    IQ_CAUSE_RANGE_FREED,       /* life of the range: it ended too early, ... */
    IQ_CAUSE_RANGE_RACED,       /* ... streams race for it, */
    IQ_CAUSE_RANGE_UNWRITTEN,   /* ... a kernel met what nobody had written yet, */
    IQ_CAUSE_RANGE_USED,        /* ... a kernel used it after its end */
    IQ_CAUSE_SOURCE,            /* text of an OpenCL program */
    IQ_CAUSE_SUBMISSION         /* stack of the submission that nobody waited for */
};

/* The cause of [kind] that [key] tells from others of that kind; never 0, which is no cause. */
static inline uint64_t iq_cause(enum iq_cause_kind kind, uint64_t key)
{
    return iq_hash_u64(iq_hash_u64(key) + kind) | 1;
}

/* Of all that one mistake with [handle] leads to. */
static inline uint64_t iq_handle_cause(const struct iq_handle *handle)
{
    return iq_cause(IQ_CAUSE_HANDLE, (uintptr_t)handle ^ (uint64_t)handle->generation << 48);
}

/* One number per life of a range: what ended too early, and which kernel used it then, are one
 * cause; so are a race of streams, and what a kernel that ran too early or too late met. */
static inline uint64_t iq_range_cause(const struct iq_range *range, enum iq_cause_kind kind)
{
    return iq_cause(kind, range->base ^ range->created.number << 32);
}

/* Of all that calls and kernels do with a range that was freed. */
static inline uint64_t iq_freed_cause(const struct iq_range *range)
{
    return iq_cause(IQ_CAUSE_POINTER_FREED,
                    range->base ^ range->freed.number << 20 ^ range->created.number << 40);
}

static inline uint64_t iq_freed_twice_cause(uint32_t first)
{
    return iq_cause(IQ_CAUSE_FREED_TWICE, iq_stack_place(first));
}

#endif
