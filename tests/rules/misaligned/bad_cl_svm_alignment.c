#include "cl_world.h"

int main(void)
{
    cl_world();
    void *p = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 3); // expect: misaligned arg=alignment
    if (p) clSVMFree(cl_ctx, p);
    cl_end();
    return 0;
}
