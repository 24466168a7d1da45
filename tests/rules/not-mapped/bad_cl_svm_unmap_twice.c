#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *s = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0);
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, s, 64, 0, NULL, NULL);
    clEnqueueSVMUnmap(cl_queue, s, 0, NULL, NULL);
    clEnqueueSVMUnmap(cl_queue, s, 0, NULL, NULL); // expect: not-mapped arg=svm_ptr object=svm-memory
    clFinish(cl_queue);
    clSVMFree(cl_ctx, s);
    cl_end();
    return 0;
}
