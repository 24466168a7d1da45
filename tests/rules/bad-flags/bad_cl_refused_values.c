#include "cl_world.h"

/* Bits and constants that the calls do not know. */
int main(void)
{
    cl_int e;
    cl_pipe_properties properties[1] = { 0 };
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    void *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    const void *list[1] = { data };
    clCreatePipe(cl_ctx, CL_MEM_COPY_HOST_PTR, 4, 16, NULL, &e);                    // expect: bad-flags arg=flags accepted=none
    clCreatePipe(cl_ctx, 0, 4, 16, properties, &e);                                 // expect: bad-flags arg=properties accepted=none
    clCreateSampler(cl_ctx, CL_FALSE, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP, &e);      // expect-soft: bad-flags arg=filter_mode severity=warning // expect-real: bad-flags arg=filter_mode accepted=warning
    clEnqueueSVMMigrateMem(cl_queue, 1, list, NULL, 0x80, 0, NULL, NULL);           // expect-soft: bad-flags arg=flags accepted=none // expect-real: bad-flags arg=flags severity=warning
    return 0;
}
