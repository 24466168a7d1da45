#include "cl_world.h"

/* Two devices, a program that was built for the first alone. */
int main(void)
{
    const char *source = SCALE;
    cl_device_id devices[2];
    float two = 2;
    cl_int e;
    setenv("POCL_DEVICES", "pthread basic", 1);
    if (cl_find(devices, 2) < 2)
        exit(77);
    cl_ctx = clCreateContext(NULL, 2, devices, NULL, NULL, &e);
    cl_queue = clCreateCommandQueueWithProperties(cl_ctx, devices[1], NULL, &e);
    cl_mem buffer = cl_buffer(4096);
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e);
    clBuildProgram(program, 1, &devices[0], "", NULL, NULL); // site: related
    cl_kernel kernel = clCreateKernel(program, "scale", &e);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    cl_run(cl_queue, kernel, 1024); // expect: launch-wrong-device object=kernel
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
