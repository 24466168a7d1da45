#include "cl_world.h"

/* Drivers do not look at the address, or crash on it. */
int main(void)
{
    cl_world();
    void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clSVMFree(cl_ctx, shared); // site: destroyed
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_READ, shared, 64, 0, NULL, NULL); // expect: use-after-free arg=svm_ptr accepted=error says=has_been_freed
    cl_end();
    return 0;
}
