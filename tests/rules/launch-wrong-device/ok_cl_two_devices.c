#include "cl_world.h"

int main(void)
{
    cl_device_id devices[2];
    cl_int e;
    setenv("POCL_DEVICES", "pthread basic", 1);
    if (cl_find(devices, 2) < 2)
        exit(77);
    cl_ctx = clCreateContext(NULL, 2, devices, NULL, NULL, &e);
    cl_queue = clCreateCommandQueueWithProperties(cl_ctx, devices[1], NULL, &e);
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(buffer);
    e = cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
