#include "cl_world.h"

enum { COUNT = 1 << 18 };

/* The buffer lies in the block, and a kernel that uses the buffer has not been waited for. */
int main(void)
{
    float factor = 2;
    cl_world();
    float *data = aligned_alloc(4096, COUNT * sizeof(float)); // site: created
    memset(data, 0, COUNT * sizeof(float));
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, COUNT * sizeof(float), data, &cl_status);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    cl_event start = clCreateUserEvent(cl_ctx, &cl_status);
    size_t count = COUNT;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof factor, &factor);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, NULL, 1, &start, NULL); // site: related
    clReleaseMemObject(buffer);
    free(data); // expect: free-in-flight
    _exit(0); /* before the driver gets there */
}
