/* A kernel faults; what is seen of it is the answer to the calls behind it.  With an argument: a queue that has had no kernel. */
#include "cl_world.h"

int main(int count, char **words)
{
    (void)words;
    cl_world();
    float numbers[64] = {0};
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, sizeof numbers, NULL, NULL);
    if (count == 1) {
        cl_kernel kernel = cl_doubling(buffer);
        cl_run(cl_queue, kernel, 64);
        clReleaseKernel(kernel);
    }
    int finished = clFinish(cl_queue);
    int copied = clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL);
    printf("%d %d\n", finished, copied);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
