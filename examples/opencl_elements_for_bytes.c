/* OpenCL: the buffer was created with the number of elements where bytes belong. */
#define CL_TARGET_OPENCL_VERSION 120
#include <stdio.h>
#include <CL/cl.h>

enum { COUNT = 1024 };

static cl_int fill(cl_command_queue queue, cl_mem buffer)
{
    static float values[COUNT];
    return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL);
}

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 1;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, COUNT, NULL, NULL);
    printf("clEnqueueWriteBuffer: %d\n", fill(queue, buffer));
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
