#include "cl_world.h"

int main(void)
{
    float two = 2;
    cl_int e;
    cl_world();
    cl_context mine = cl_ctx, other = cl_new_context();
    cl_ctx = other;
    cl_kernel kernel = cl_kernel_of(SCALE, "scale"); // site: created
    cl_mem buffer = clCreateBuffer(other, CL_MEM_READ_WRITE, 4096, NULL, &e);
    cl_ctx = mine;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    cl_run(cl_queue, kernel, 1024); // expect: wrong-context arg=kernel object=kernel result=-34
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    clReleaseContext(other);
    cl_end();
    return 0;
}
