// options: --host-guard off
// soft only: drivers of GPUs do not work in a forked child
#include "cl_world.h"
#include <sys/wait.h>

enum { COUNT = 1 << 18, TIMES = 8 };

/* The child begins with the command that its parent has made again and again. */
int main(void)
{
    float one = 1;
    volatile pid_t child = 1;
    setenv("POCL_DEVICES", "basic", 1);         /* without threads, which a child has not */
    cl_world();
    cl_mem buffer = cl_buffer(COUNT * sizeof(float));
    float *result = malloc(COUNT * sizeof(float));
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, COUNT * sizeof(float), 0, NULL, NULL);
    for (volatile int i = 0; i < TIMES; i++) {
        clFinish(cl_queue);
        if (i == TIMES - 1 && !(child = fork()))
            i++;
        clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, COUNT * sizeof(float), result, 0, NULL, NULL); // site: related
    }
    if (!child) {
        free(result); // expect: free-in-flight
        _exit(0);
    }
    clFinish(cl_queue);
    waitpid(child, NULL, 0);
    clReleaseMemObject(buffer);
    cl_end();
    free(result);
    return 0;
}
