#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *s = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0);
    void *list[] = { s };
    char out[64];
    clEnqueueSVMFree(cl_queue, 1, list, NULL, NULL, 0, NULL, NULL);
    clFinish(cl_queue);
    clEnqueueSVMMemcpy(cl_queue, CL_TRUE, out, s, 64, 0, NULL, NULL); // expect: use-after-free arg=src_ptr object=svm-memory contained=1
    cl_end();
    return 0;
}
