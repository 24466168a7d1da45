#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clSVMFree(cl_ctx, shared); // site: destroyed
    clSVMFree(cl_ctx, shared); // expect: double-free arg=svm_pointer contained=1
    cl_end();
    return 0;
}
