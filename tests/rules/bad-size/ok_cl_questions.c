#include "cl_world.h"

int main(void)
{
    cl_platform_id platforms[4];
    cl_uint count = 0;
    size_t bytes = 0, needed = 0;
    char name[256];
    const char *source = SCALE;
    cl_kernel kernels[2];
    cl_world();
    cl_mem buffer = cl_buffer(64);
    clGetPlatformIDs(0, NULL, &count);
    clGetPlatformIDs(4, platforms, NULL);
    clGetDeviceIDs(cl_platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    clGetDeviceInfo(cl_device, CL_DEVICE_NAME, 0, NULL, &needed);
    clGetDeviceInfo(cl_device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetDeviceInfo(cl_device, 0x7ffffff0, sizeof name, name, NULL); /* what a device may not know is asked, not wrong */
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, NULL);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    clCreateKernelsInProgram(program, 0, NULL, &count);
    clCreateKernelsInProgram(program, 2, kernels, &count);
    clReleaseKernel(kernels[0]);
    clReleaseProgram(program);
    clEnqueueMigrateMemObjects(cl_queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
