#include "cl_world.h"

/* The same launch with other sizes was right before; what changes is in the arrays, not in the arguments. */
int main(void)
{
    size_t global = 1024, local = 1;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(buffer);
    for (int i = 0; i < 2; i++) {
        clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL); // expect: launch-dimensions arg=local_work_size
        global = local = (size_t)1 << 24;
    }
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
