#include "cl_world.h"

/* Sizes of shared memory. */
int main(void)
{
    cl_ulong shared = 0;
    static int source[16];
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, NULL);
    if (!shared)
        return 77;
    clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, (size_t)1 << 46, 0); // expect: bad-size arg=size
    clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, (size_t)-1, 0);      // expect: bad-size arg=size
    void *p = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0);
    clEnqueueSVMMemcpy(cl_queue, CL_TRUE, p, source, 0, 0, NULL, NULL); // expect: bad-size arg=size result=-30 accepted=none
    clSVMFree(cl_ctx, p);
    cl_end();
    return 0;
}
