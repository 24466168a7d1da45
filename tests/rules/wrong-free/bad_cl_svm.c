#include "cl_world.h"

/* malloc's block, given to the free of shared memory. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *data = malloc(4096); // site: created
    clSVMFree(cl_ctx, data); // expect: wrong-free arg=svm_pointer contained=1
    cl_end();
    return 0;
}
