/* Commands that are made again, of which the driver refuses the fourth (refusing.c).  What was refused meets nobody, what was accepted does. */
#include "cl_world.h"

static char data[4096];
static cl_command_queue other;
static cl_mem from, to;
static cl_kernel kernel;

static cl_int copy(void) { return clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 4096, 0, NULL, NULL); }
static cl_int launch(void) { return cl_run(cl_queue, kernel, 1024); }

/* Three times [command]; [idle]: they are over when the fourth is refused.  Returns its code; then another queue reads. */
static cl_int four(cl_int (*command)(void), int idle)
{
    cl_int result = 0;
    for (int i = 0; i < 4; i++) {
        if (i == 3 && idle)
            clFinish(cl_queue);
        result = command();
    }
    clEnqueueReadBuffer(other, to, CL_TRUE, 0, 4096, data, 0, NULL, NULL);
    clFinish(cl_queue);
    return result;
}

int main(int argc, char **argv)
{
    int idle = argc > 1 && !strcmp(argv[1], "idle"), launches = argc > 2;
    cl_world();
    other = cl_new_queue(0);
    from = cl_buffer(4096);
    to = cl_buffer(4096);
    kernel = cl_doubling(to);
    printf("refused with %d\n", four(launches ? launch : copy, idle));
    clReleaseKernel(kernel);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseCommandQueue(other);
    cl_end();
    return 0;
}
