#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    cl_int e = clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, shared, 4096, 0, NULL, NULL);
    shared[0] = 1;
    e |= clEnqueueSVMUnmap(cl_queue, shared, 0, NULL, NULL);
    clFinish(cl_queue);
    clSVMFree(cl_ctx, shared);
    cl_end();
    return e;
}
