#include "cl_world.h"

/* More than the device gives to one object. */
int main(void)
{
    cl_ulong limit = 0;
    cl_int e;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof limit, &limit, NULL);
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, limit + 4096, NULL, &e); // expect-soft: bad-size arg=size accepted=warning // expect-real: bad-size arg=size severity=warning says=accepted
    if (buffer)
        clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
