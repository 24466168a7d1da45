#include "cl_world.h"

/* Lists and callbacks that may be left out, each with its number or data. */
static void CL_CALLBACK over(cl_program p, void *user) { (void)p, (void)user; }

int main(void)
{
    const char *text = "kernel void k(global int *p) { p[0] = 1; }";
    size_t length = 42, global = 64;
    cl_world();
    cl_program p = clCreateProgramWithSource(cl_ctx, 1, &text, &length, NULL);
    clBuildProgram(p, 0, NULL, NULL, NULL, NULL);
    clBuildProgram(p, 1, &cl_device, NULL, over, NULL);
    cl_kernel k = clCreateKernel(p, "k", NULL);
    cl_mem b = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, 64, NULL, NULL);
    clSetKernelArg(k, 0, sizeof b, &b);
    clEnqueueNDRangeKernel(cl_queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    cl_uint n;
    clGetPlatformIDs(0, NULL, &n);
    clGetDeviceIDs(cl_platform, CL_DEVICE_TYPE_ALL, 0, NULL, &n);
    clCreateKernelsInProgram(p, 0, NULL, &n);
    clFinish(cl_queue);
    clReleaseKernel(k);
    clReleaseProgram(p);
    clReleaseMemObject(b);
    cl_end();
    return 0;
}
