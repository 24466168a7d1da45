#include "cl_world.h"

static char fixed[256];

/* The same writes and reads again and again, of blocks of the heap that come and go and of a variable, with all that they need waited for. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(256);
    cl_command_queue other = cl_new_queue(0);
    for (int round = 0; round < 6; round++) {
        char *data = calloc(1, 256);
        for (int i = 0; i < 10; i++)
            clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, 256, data, 0, NULL, NULL);
        clFinish(cl_queue);
        memset(data, round, 256);
        for (int i = 0; i < 10; i++)
            clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, 256, fixed, 0, NULL, NULL);
        clFinish(other);
        if (fixed[round])
            return 1;
        free(data);
    }
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
