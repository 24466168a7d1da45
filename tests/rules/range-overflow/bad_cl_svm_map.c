#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    float *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_READ, shared + 512, 4096, 0, NULL, NULL); // expect: range-overflow arg=size object=svm-memory
    clEnqueueSVMUnmap(cl_queue, shared + 512, 0, NULL, NULL);
    clFinish(cl_queue);
    clSVMFree(cl_ctx, shared);
    cl_end();
    return 0;
}
