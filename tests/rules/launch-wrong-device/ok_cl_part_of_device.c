#include "cl_world.h"

/* What was built for a device runs on the parts that it was divided into. */
int main(void)
{
    const char *source = SCALE;
    const cl_device_partition_property equally[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_device_id device, parts[64], all[2];
    cl_uint count = 0;
    float two = 2;
    cl_int e;
    if (!cl_find(&device, 1) || clCreateSubDevices(device, equally, 64, parts, &count) || count < 2)
        exit(77);
    all[0] = device;
    all[1] = parts[0];
    cl_ctx = clCreateContext(NULL, 2, all, NULL, NULL, &e);
    cl_queue = clCreateCommandQueueWithProperties(cl_ctx, parts[0], NULL, &e);
    cl_mem buffer = cl_buffer(4096);
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e);
    e = clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "scale", NULL);
    e |= clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    e |= clSetKernelArg(kernel, 1, sizeof two, &two);
    cl_run(cl_queue, kernel, 1024);
    e |= clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(cl_queue);
    clReleaseContext(cl_ctx);
    for (cl_uint i = 0; i < count; i++)
        clReleaseDevice(parts[i]);
    return e;
}
