#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    float *data = calloc(1024, sizeof *data); // site: created
    free(data); // site: destroyed
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_COPY_HOST_PTR, 1024 * sizeof *data, data, &e); // expect: host-use-after-free arg=host_ptr state=freed
    if (buffer)
        clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
