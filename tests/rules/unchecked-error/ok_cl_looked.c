#include "cl_world.h"

/* The failure is expected, and handled. */
int main(void)
{
    static char data[4096];
    cl_ulong limit = 0;
    cl_int e = 0;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof limit, &limit, NULL);
    cl_mem buffer = cl_buffer(4096);
    if (buffer)
        e = clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
