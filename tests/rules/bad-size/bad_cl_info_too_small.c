#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    int size;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL); // expect: bad-size arg=param_value_size accepted=none
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
