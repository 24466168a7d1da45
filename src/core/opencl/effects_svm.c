/* Shared memory: frees that wait for nothing, frees in a queue. */
#include "core/core.h"
#include "core/opencl/enqueue.h"
#include "core/opencl/objects.h"
#include "core/peek.h"
#include "core/range.h"

void iq_fx_cl_svm_end(struct iq_call *call, int phase);
void iq_fx_cl_svm_free(struct iq_call *call, int phase);

/* clSVMFree and clMemFreeINTEL do not wait for commands. */
void iq_fx_cl_svm_end(struct iq_call *call, int phase)
{
    struct iq_range range;
    uint64_t address = call->args[1];
    if (phase == IQ_EFFECTS_CHECK && address && iq_range_find(address, &range) && range.base == address && range.size)
        iq_cl_freed_in_flight(call, 1, range.base, range.base + range.size);
}

/* The queue frees them, in its order. */
void iq_fx_cl_svm_free(struct iq_call *call, int phase)
{
    uint32_t count = (uint32_t)iq_cl_value(call, "num_svm_pointers");
    uint64_t list = iq_cl_value(call, "svm_pointers"), address;
    iq_cl_enqueue(call, phase);
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && !call->result && list && i < count; i++)
        if (iq_peek(&address, (uintptr_t)list + i * sizeof address, sizeof address, false) && address)
            iq_range_free(address, iq_call_mark(call));
}
