#include "cl_world.h"

int main(void)
{
    cl_world();
    void *p = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0);
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, p, 0, 0, NULL, NULL); // expect: bad-size arg=size accepted=warning
    clFinish(cl_queue);
    clSVMFree(cl_ctx, p);
    cl_end();
    return 0;
}
