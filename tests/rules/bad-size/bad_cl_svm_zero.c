#include "cl_world.h"

int main(void)
{
    cl_world();
    void *p = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 0, 0); // expect: bad-size arg=size
    if (p) clSVMFree(cl_ctx, p);
    cl_end();
    return 0;
}
