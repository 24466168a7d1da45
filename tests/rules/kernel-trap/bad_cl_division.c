// needs: divisions that trap
#include "cl_world.h"

#define SHARE "kernel void share(global int *data, int parts) { data[get_global_id(0)] /= parts; }"

/* A GPU would give any number; a CPU stops. */
int main(void)
{
    int parts = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of(SHARE, "share");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof parts, &parts);
    alarm(10);
    cl_run(cl_queue, kernel, 1024); // expect-soft: kernel-trap severity=warning says=divided_an_integer_by_zero
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
