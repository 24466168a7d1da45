#include "cl_world.h"

/* The kernel's half of the addresses: PoCL crashes on its own thread. */
int main(void)
{
    cl_ulong shared = 0;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, NULL);
    if (!shared)
        return 77;
    void *p = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0);
    clEnqueueSVMMemcpy(cl_queue, CL_TRUE, (void *)-1, p, 64, 0, NULL, NULL); // expect: host-unmapped arg=dst_ptr contained=1
    clEnqueueSVMMemcpy(cl_queue, CL_TRUE, p, (void *)-1, 64, 0, NULL, NULL); // expect: host-unmapped arg=src_ptr contained=1
    clSVMFree(cl_ctx, p);
    cl_end();
    return 0;
}
