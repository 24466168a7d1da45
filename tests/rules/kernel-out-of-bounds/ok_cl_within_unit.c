#include "cl_world.h"

/* All that may write the last bytes of a buffer, and the host where a mapping ends; nobody has filled a new buffer for the program. */
int main(void)
{
    static float host[25];
    cl_int e[12], one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(100), other = clCreateBuffer(cl_ctx, CL_MEM_COPY_HOST_PTR, sizeof host, host, &cl_status);
    cl_kernel kernel = cl_doubling(buffer);
    e[0] = cl_run(cl_queue, kernel, 25);
    e[1] = clEnqueueFillBuffer(cl_queue, buffer, &one, 4, 0, 100, 0, NULL, NULL);
    e[2] = clEnqueueWriteBuffer(cl_queue, other, CL_FALSE, 0, sizeof host, host, 0, NULL, NULL);
    e[3] = clEnqueueCopyBuffer(cl_queue, other, buffer, 0, 0, 100, 0, NULL, NULL);
    e[4] = clSetKernelArg(kernel, 0, sizeof other, &other);
    e[5] = cl_run(cl_queue, kernel, 25);
    float *p = clEnqueueMapBuffer(cl_queue, other, CL_TRUE, CL_MAP_WRITE, 0, 100, 0, NULL, NULL, &e[6]);
    for (int i = 0; i < 25; i++)
        p[i] = 1;
    e[7] = clEnqueueUnmapMemObject(cl_queue, other, p, 0, NULL, NULL);
    e[8] = cl_run(cl_queue, kernel, 25);
    e[9] = clFinish(cl_queue);
    e[10] = clEnqueueReadBuffer(cl_queue, other, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
    clReleaseKernel(kernel);
    e[11] = clReleaseMemObject(other) || clReleaseMemObject(buffer);
    cl_end();
    for (int i = 0; i < 12; i++)
        if (e[i])
            return 1;
    return host[24] != 2;
}
