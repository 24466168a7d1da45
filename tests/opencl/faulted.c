/* A kernel faults; what is seen of it is the answer to the calls behind it.  idle: a queue that has had no kernel.
 * null: its buffer could not be made. */
#include "cl_world.h"

int main(int count, char **words)
{
    int idle = count > 1 && !strcmp(words[1], "idle"), null = count > 1 && !strcmp(words[1], "null");
    cl_world();
    float numbers[64] = {0};
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, null ? 0 : sizeof numbers, NULL, NULL);
    if (!idle) {
        cl_kernel kernel = cl_doubling(buffer);
        cl_run(cl_queue, kernel, 64);
        clReleaseKernel(kernel);
    }
    int finished = clFinish(cl_queue);
    int copied = null ? 0 : clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL);
    printf("%d %d\n", finished, copied);
    if (buffer)
        clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
