#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clSVMFree(cl_ctx, shared); // site: destroyed
    clEnqueueSVMMemcpy(cl_queue, CL_TRUE, shared, data, 4096, 0, NULL, NULL); // expect: use-after-free arg=dst_ptr state=freed
    cl_end();
    return 0;
}
