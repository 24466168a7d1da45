#include "cl_world.h"

/* A buffer over shared memory, twice as long. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 1024, 0); // site: created
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, 2048, shared, &e); // expect: range-overflow arg=size object=svm-memory
    if (buffer)
        clReleaseMemObject(buffer);
    clSVMFree(cl_ctx, shared);
    cl_end();
    return 0;
}
