#include "cl_world.h"

static char data[4096];

/* The part keeps its parent, the kernel its program. */
int main(void)
{
    cl_int e, made;
    cl_buffer_region part = {0, sizeof data};
    cl_world();
    cl_mem parent = cl_buffer(8192);
    cl_mem sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &made);
    clReleaseMemObject(parent);
    cl_kernel kernel = cl_doubling(sub);
    e = clEnqueueWriteBuffer(cl_queue, sub, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    e |= cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(sub);
    cl_end();
    return e || made;
}
