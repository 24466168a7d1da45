#include "cl_world.h"

/* clSVMFree waits for nothing; clEnqueueSVMFree would. */
int main(void)
{
    cl_int e, zero = 0;
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    cl_event gate = clCreateUserEvent(cl_ctx, &e);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 1 << 20, 0); // site: created
    clEnqueueSVMMemFill(cl_queue, shared, &zero, sizeof zero, 1 << 20, 1, &gate, NULL); // site: related
    clSVMFree(cl_ctx, shared); // expect: free-in-flight
    _Exit(0);
}
