#include "cl_world.h"

/* A launch that was alone four times meets a fill of another queue. */
int main(void)
{
    int one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_command_queue other = cl_new_queue(0);
    cl_kernel kernel = cl_doubling(buffer);
    for (int i = 0; i < 5; i++) {
        if (i == 4) {
            clFinish(cl_queue);
            clEnqueueFillBuffer(other, buffer, &one, sizeof one, 0, 4096, 0, NULL, NULL); // site: related
        }
        cl_run(cl_queue, kernel, 1024); // expect: stream-race object=buffer
    }
    clFinish(cl_queue);
    clFinish(other);
    clReleaseCommandQueue(other);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
