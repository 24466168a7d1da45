#include "cl_world.h"

/* What is made is released, what is not is left alone. */
int main(void)
{
    cl_mem none = NULL;
    cl_world();
    if (none)
        clReleaseMemObject(none);
    cl_mem buffer = cl_buffer(64);
    clReleaseMemObject(buffer);
    clSVMFree(cl_ctx, NULL);
    cl_end();
    return 0;
}
