#include "cl_world.h"

/* Sizes are asked with NULL, and some devices and types are not there: expected answers. */
int main(void)
{
    size_t size = 0;
    cl_uint count = 0;
    cl_device_id device;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_NAME, 0, NULL, &size);
    char *name = malloc(size);
    clGetDeviceInfo(cl_device, CL_DEVICE_NAME, size, name, NULL);
    clGetDeviceIDs(cl_platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, &count);
    clGetPlatformIDs(0, NULL, &count);
    clGetContextInfo(cl_ctx, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL);
    clReleaseContext(clCreateContext(NULL, 1, &cl_device, NULL, NULL, NULL));
    free(name);
    cl_end();
    return count != 1;
}
