#include "cl_world.h"

int main(void)
{
    float one = 1;
    cl_event filled;
    cl_world();
    cl_mem buffer = cl_buffer(65536);
    cl_command_queue other = cl_new_queue(0);
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, 65536, 0, NULL, &filled);
    clFlush(cl_queue);
    void *at = clEnqueueMapBuffer(other, buffer, CL_TRUE, CL_MAP_READ, 0, 65536, 1, &filled, NULL, NULL);
    clEnqueueUnmapMemObject(other, buffer, at, 0, NULL, NULL);
    clFinish(other);
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, 65536, 0, NULL, NULL);
    at = clEnqueueMapBuffer(cl_queue, buffer, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, 65536, 0, NULL, NULL, NULL); /* in order */
    clFinish(cl_queue);
    ((float *)at)[0] = 2;
    clEnqueueUnmapMemObject(cl_queue, buffer, at, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseEvent(filled);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
