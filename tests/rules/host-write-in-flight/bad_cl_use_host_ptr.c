#include "cl_world.h"

enum { COUNT = 1 << 18 };
#define ADD "kernel void add(global const float *from, global float *to) { to[get_global_id(0)] += from[get_global_id(0)]; }"

/* The next input is written into the memory that the kernel still reads. */
int main(void)
{
    cl_world();
    float *data = aligned_alloc(4096, COUNT * sizeof(float)), zero = 0;
    memset(data, 0, COUNT * sizeof(float));
    cl_mem input = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, COUNT * sizeof(float), data, &cl_status); // site: created
    cl_mem output = cl_buffer(COUNT * sizeof(float));
    cl_kernel kernel = cl_kernel_of(ADD, "add");
    clEnqueueFillBuffer(cl_queue, output, &zero, sizeof zero, 0, COUNT * sizeof(float), 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof input, &input);
    clSetKernelArg(kernel, 1, sizeof output, &output);
    cl_run(cl_queue, kernel, COUNT); // site: related
    data[77] = 3; // expect: host-write-in-flight object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(input);
    clReleaseMemObject(output);
    cl_end();
    free(data);
    return 0;
}
