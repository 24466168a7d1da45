#include "cl_world.h"

/* The buffer lives in the program's block, which is gone when a part of the buffer is filled (one that the heap does not use again at once). */
int main(void)
{
    cl_int e;
    float zero = 0;
    cl_world();
    float *data = aligned_alloc(4096, 1 << 16); // site: created
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, 1 << 16, data, &e);
    free(data); // site: destroyed
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 1 << 15, 1 << 12, 0, NULL, NULL); // expect: host-use-after-free arg=buffer
    clFinish(cl_queue);
    _Exit(0);
}
