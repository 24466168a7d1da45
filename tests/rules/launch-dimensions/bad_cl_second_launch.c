#include "cl_world.h"

/* The same launch with other sizes was right before; what changes is in the arrays, not in the arguments. */
int main(void)
{
    float two = 2;
    size_t global = 1024, local = 1;
    cl_world();
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    cl_mem buffer = cl_buffer(4096);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    for (int i = 0; i < 2; i++) {
        clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL); // expect: launch-dimensions arg=local_work_size
        global = local = (size_t)1 << 24;
    }
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
