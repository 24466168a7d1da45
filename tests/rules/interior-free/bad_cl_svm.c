#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clSVMFree(cl_ctx, shared + 64); // expect: interior-free arg=svm_pointer contained=1
    clSVMFree(cl_ctx, shared);
    cl_end();
    return 0;
}
