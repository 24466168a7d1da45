#include "cl_world.h"

int main(void)
{
    cl_world();
    void *p = clSVMAlloc(cl_ctx, 1u << 25, 64, 0); // expect: bad-flags arg=flags
    if (p) clSVMFree(cl_ctx, p);
    cl_end();
    return 0;
}
