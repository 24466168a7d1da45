#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    char *s = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 96, 0);
    clEnqueueSVMMemFill(cl_queue, s, "abc", 3, 96, 0, NULL, NULL); // expect: bad-size arg=pattern_size accepted=none
    clFinish(cl_queue);
    clSVMFree(cl_ctx, s);
    cl_end();
    return 0;
}
