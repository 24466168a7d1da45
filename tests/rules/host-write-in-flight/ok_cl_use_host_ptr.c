// options: --host-guard always
#include "cl_world.h"
#include <fcntl.h>

enum { COUNT = 1 << 18 };
#define ADD "kernel void add(global const float *from, global float *to) { to[get_global_id(0)] += from[get_global_id(0)]; }"

/* Input is read by the host while the kernel reads it, also by a system call; it is written when the kernel is over, by a map. */
int main(void)
{
    float sum = 0;
    cl_world();
    int null = open("/dev/null", O_WRONLY);
    float *data = aligned_alloc(4096, COUNT * sizeof(float)), zero = 0;
    memset(data, 0, COUNT * sizeof(float));
    cl_mem input = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, COUNT * sizeof(float), data, &cl_status);
    cl_mem output = cl_buffer(COUNT * sizeof(float));
    cl_kernel kernel = cl_kernel_of(ADD, "add");
    clEnqueueFillBuffer(cl_queue, output, &zero, sizeof zero, 0, COUNT * sizeof(float), 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof input, &input);
    clSetKernelArg(kernel, 1, sizeof output, &output);
    for (int round = 0; round < 3; round++) {
        cl_run(cl_queue, kernel, COUNT);
        if (write(null, data, COUNT * sizeof(float)) != COUNT * sizeof(float))
            return 1;
        sum += data[77];
        float *p = clEnqueueMapBuffer(cl_queue, input, CL_TRUE, CL_MAP_WRITE, 0, COUNT * sizeof(float), 0, NULL, NULL, &cl_status);
        for (int i = 0; i < COUNT; i++)
            p[i] = round;
        clEnqueueUnmapMemObject(cl_queue, input, p, 0, NULL, NULL);
    }
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(input);
    clReleaseMemObject(output);
    cl_end();
    data[0] = sum;
    free(data);
    return sum != 1;
}
