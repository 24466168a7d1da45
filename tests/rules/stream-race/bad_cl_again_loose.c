#include "cl_world.h"

/* A queue that does not keep the order gets the same copy again and again; the last time nobody has waited for the one before. */
int main(void)
{
    cl_world();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_queue loose = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (int i = 0; i < 8; i++) {
        clEnqueueCopyBuffer(loose, from, to, 0, 0, 4096, 0, NULL, NULL); // expect: stream-race object=buffer
        if (i < 6)
            clFinish(loose);
    }
    clFinish(loose);
    clReleaseCommandQueue(loose);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
