#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    cl_int e = clEnqueueSVMMemcpy(cl_queue, CL_TRUE, shared, data, 4096, 0, NULL, NULL);
    clSVMFree(cl_ctx, shared);
    shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    e |= clEnqueueSVMMemcpy(cl_queue, CL_TRUE, data, shared, 4096, 0, NULL, NULL);
    clSVMFree(cl_ctx, shared);
    cl_end();
    return e;
}
