#include "cl_world.h"

static char data[8192];

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clEnqueueSVMMemcpy(cl_queue, CL_TRUE, data, shared, 8192, 0, NULL, NULL); // expect: range-overflow
    clSVMFree(cl_ctx, shared);
    cl_end();
    return 0;
}
