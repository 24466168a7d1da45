#include "cl_world.h"

/* Half of the memory onto its middle. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clEnqueueSVMMemcpy(cl_queue, CL_TRUE, shared + 1024, shared, 2048, 0, NULL, NULL); // expect: overlap object=svm-memory result=-8
    clSVMFree(cl_ctx, shared);
    cl_end();
    return 0;
}
