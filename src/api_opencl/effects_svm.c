/* Shared memory: frees that wait for nothing, frees in a queue. */
#include <string.h>

#include "api_opencl/enqueue.h"
#include "api_opencl/guarded.h"
#include "api_opencl/objects.h"
#include "base/locks.h"
#include "call/core.h"
#include "model/range.h"
#include "order/clock.h"
#include "process/peek.h"

void iq_fx_cl_svm_end(struct iq_call *call, int phase);
void iq_fx_cl_svm_free(struct iq_call *call, int phase);
void iq_fx_cl_svm_alloc(struct iq_call *call, int phase);

void iq_fx_cl_svm_alloc(struct iq_call *call, int phase)
{
    uint64_t address = 0, out = call->args[call->entry->arg_count - 1];
    if (phase != IQ_EFFECTS_AFTER || call->result ||
        iq_cl_value(call, "flags") & CL_MEM_SVM_FINE_GRAIN_BUFFER)
        return;
    memcpy(&address, (const void *)(uintptr_t)out, sizeof address);
    if (address)
        iq_cl_guard_allocated(address, iq_cl_value(call, "size"), iq_call_ref_of(call));
}

/* clSVMFree and clMemFreeINTEL do not wait for commands. */
void iq_fx_cl_svm_end(struct iq_call *call, int phase)
{
    struct iq_range range;
    uint64_t address = call->args[1];
    if (phase == IQ_EFFECTS_CHECK && address && iq_resolved_range(call, 1, &range) &&
        range.base == address && range.size)
        iq_cl_freed_in_flight(call, 1, range.base, range.base + range.size);
    if (phase == IQ_EFFECTS_BEFORE)
        iq_cl_guard_freed(address);
}

/* A queue frees it after all that its commands did with it: the next owner of the place has
 * nothing to do with them. */
static void freed_by_queue(uint64_t address, struct iq_call_ref ref)
{
    struct iq_range range;
    if (iq_range_find(address, &range) && range.base == address) {
        iq_lock(IQ_LOCK_ORDER);
        iq_clock_forget(range.base, range.base + range.size);
        iq_unlock(IQ_LOCK_ORDER);
    }
    iq_range_free(address, ref);
}

/* The queue frees them, or has them freed, in its order. */
void iq_fx_cl_svm_free(struct iq_call *call, int phase)
{
    uint32_t count = (uint32_t)iq_cl_value(call, "num_svm_pointers");
    uint64_t list = iq_cl_value(call, "svm_pointers"), address;
    for (uint32_t i = 0;
         phase == IQ_EFFECTS_BEFORE && list && i < count &&
         iq_peek(&address, (uintptr_t)list + i * sizeof address, sizeof address, false);
         i++)
        iq_cl_guard_freed(address);
    iq_cl_enqueue(call, phase);
    if (iq_cl_value(call, "pfn_free_func")) /* which does it, when it is called */
        return;
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && !call->result && list && i < count; i++)
        if (iq_peek(&address, (uintptr_t)list + i * sizeof address, sizeof address, false) &&
            address)
            freed_by_queue(address, iq_call_ref_of(call));
}
