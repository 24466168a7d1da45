#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_command_queue q = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (!q) exit(77);
    cl_mem b = cl_buffer(4096);
    static char out[4096];
    cl_kernel kernel = cl_doubling(b);
    cl_run(q, kernel, 1024);
    clEnqueueReadBuffer(q, b, CL_TRUE, 0, 4096, out, 0, NULL, NULL); // expect: stream-race arg=buffer object=buffer
    clFinish(q);
    clReleaseKernel(kernel);
    clReleaseMemObject(b);
    clReleaseCommandQueue(q);
    cl_end();
    return 0;
}
