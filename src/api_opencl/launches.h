/* Kernels that were enqueued lately, with their arguments as they were then: for what is learnt of
 * them afterwards.
 * Owner: core, a ring for each thread.  Threads: any; no lock: who reads one may find an entry that
 * is being written, of a call that is under way.
 * Signals: may be read in a handler. */
#ifndef IQ_API_OPENCL_LAUNCHES_H
#define IQ_API_OPENCL_LAUNCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "api_opencl/objects.h"
#include "call/call.h"
#include "order/point.h"

/* of a thread; threads with a ring of their own, and one for the others */
enum { IQ_CL_LAUNCHES = 64, IQ_CL_LAUNCH_RINGS = 8, IQ_CL_LAUNCH_ARGS = 16 };

/* A number that grows whenever an object ends, is mapped or is built: what was found good before
 * may not be so any more.  Never 0. */
extern uint32_t iq_cl_changed; /* atomic: times that one was mapped or built */
static inline uint64_t iq_cl_changes(void)
{
    return (uint64_t)__atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE) +
           __atomic_load_n(&iq_cl_changed, __ATOMIC_ACQUIRE);
}

struct iq_cl_launch {
    uint64_t number;          /* of the call; 0: none, or it failed */
    struct iq_handle *handle; /* of the kernel */
    const char *name;         /* interned; NULL unknown */
    struct iq_call_ref ref;
    uint64_t items;       /* in all dimensions; 0 unknown */
    uint32_t generation;  /* of .handle */
    struct iq_point work; /* in the order of commands, if .followed */
    bool followed;
    uint32_t count;
    uint64_t values[IQ_CL_LAUNCH_ARGS]; /* of arguments; of memory its handle or address */
};

/* The call is about to enqueue its kernel; it has, as [work]; it failed. */
void iq_cl_launch_begin(struct iq_call *call, uint64_t items);
void iq_cl_launch_enqueued(const struct iq_call *call, struct iq_point work);
void iq_cl_launch_failed(const struct iq_call *call);

/* The [n]th youngest, from 0 on, of those that did not fail, by the numbers of their calls; NULL:
 * there are no more. */
const struct iq_cl_launch *iq_cl_launch_get(uint32_t n);

/* Is it not known to be over? */
bool iq_cl_launch_is_pending(const struct iq_cl_launch *launch);

/* Argument [index] as the kernel's program has it, NULL: not known any more; and the memory object
 * that it was, NULL: none. */
const struct iq_cl_arg *iq_cl_launch_arg(const struct iq_cl_launch *launch, uint32_t index);
const struct iq_handle *iq_cl_launch_object(const struct iq_cl_launch *launch, uint32_t index);

#endif
