#include "cl_world.h"

/* What may be NULL is. */
int main(void)
{
    size_t count = 64;
    float one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof one, &one);
    cl_int e = clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, NULL);
    void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    const void *moved[] = {shared};
    if (shared)
        clEnqueueSVMMigrateMem(cl_queue, 1, moved, NULL, 0, 0, NULL, NULL);       /* no sizes: whole allocations */
    clFinish(cl_queue);
    clSVMFree(cl_ctx, shared);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
