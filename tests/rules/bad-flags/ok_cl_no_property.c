#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_mem_properties none[] = { 0 };
    cl_world();
    clReleaseMemObject(clCreateBufferWithProperties(cl_ctx, none, 0, 64, NULL, &e));
    clReleaseMemObject(clCreateBufferWithProperties(cl_ctx, NULL, 0, 64, NULL, &e));
    cl_end();
    return 0;
}
