// options: --fail clCreateBuffer:1=CL_MEM_OBJECT_ALLOCATION_FAILURE --fail clFinish:1=CL_OUT_OF_RESOURCES
#include "cl_world.h"

/* The program looks at every result, and tries again. */
int main(void)
{
    cl_int e = 0;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, 4096, NULL, &e);
    if (buffer || e != CL_MEM_OBJECT_ALLOCATION_FAILURE)
        return 1;
    buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, 2048, NULL, &e);
    if (!buffer || e)
        return 2;
    if (clFinish(cl_queue) != CL_OUT_OF_RESOURCES || clFinish(cl_queue))
        return 3;
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
