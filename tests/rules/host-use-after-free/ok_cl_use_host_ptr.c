#include "cl_world.h"

/* The block outlives the buffer; what was copied at creation needs to live no longer. */
int main(void)
{
    cl_int e[2];
    float zero = 0;
    cl_world();
    float *data = aligned_alloc(4096, 1 << 16), *seed = calloc(1, 4096);
    cl_mem used = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, 1 << 16, data, &e[0]);
    cl_mem copied = clCreateBuffer(cl_ctx, CL_MEM_COPY_HOST_PTR, 4096, seed, &e[1]);
    free(seed);
    clEnqueueFillBuffer(cl_queue, used, &zero, sizeof zero, 0, 1 << 16, 0, NULL, NULL);
    clEnqueueFillBuffer(cl_queue, copied, &zero, sizeof zero, 0, 4096, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(used);
    clReleaseMemObject(copied);
    cl_end();
    free(data);
    return e[0] || e[1];
}
