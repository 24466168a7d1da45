#include "core/opencl/enqueue.h"

void iq_fx_cl_enqueue(struct iq_call *call, int phase);

void iq_cl_enqueue(struct iq_call *call, int phase)
{
    (void)call;
    (void)phase;
}

void iq_fx_cl_enqueue(struct iq_call *call, int phase) { iq_cl_enqueue(call, phase); }
