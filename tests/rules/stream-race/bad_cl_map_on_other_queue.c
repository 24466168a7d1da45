#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem b = cl_buffer(65536);
    cl_command_queue q = cl_new_queue(0);
    float one = 1;
    clEnqueueFillBuffer(cl_queue, b, &one, 4, 0, 65536, 0, NULL, NULL);
    void *at = clEnqueueMapBuffer(q, b, CL_TRUE, CL_MAP_READ, 0, 65536, 0, NULL, NULL, NULL); // expect: stream-race arg=buffer object=buffer
    clFinish(cl_queue);
    clEnqueueUnmapMemObject(q, b, at, 0, NULL, NULL);
    clFinish(q);
    clReleaseCommandQueue(q);
    clReleaseMemObject(b);
    cl_end();
    return 0;
}
