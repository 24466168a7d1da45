#include "cl_world.h"

/* Coarse-grained memory that nobody mapped. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    clEnqueueSVMUnmap(cl_queue, shared, 0, NULL, NULL); // expect: not-mapped arg=svm_ptr
    clFinish(cl_queue);
    clSVMFree(cl_ctx, shared);
    cl_end();
    return 0;
}
