// options: --host-guard always
#include "cl_world.h"
#include <sched.h>

enum { COUNT = 1 << 18 };
static volatile int freed;

static void CL_CALLBACK give_back(cl_mem memory, void *block)
{
    (void)memory;
    ((char *)block)[5000] = 1;
    free(block);
    __atomic_store_n(&freed, 1, __ATOMIC_RELEASE);
}

/* The implementation says when the memory under a buffer is free: nobody else waits. */
int main(void)
{
    cl_world();
    float *data = aligned_alloc(4096, COUNT * sizeof(float));
    memset(data, 0, COUNT * sizeof(float));
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, COUNT * sizeof(float), data, &cl_status);
    clSetMemObjectDestructorCallback(buffer, give_back, data);
    cl_kernel kernel = cl_doubling(buffer);
    cl_run(cl_queue, kernel, COUNT);
    clFlush(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    while (!__atomic_load_n(&freed, __ATOMIC_ACQUIRE))
        sched_yield();
    cl_end();
    return 0;
}
