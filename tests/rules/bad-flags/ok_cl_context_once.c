#include "cl_world.h"

// soft only: NVIDIA's driver refuses CL_CONTEXT_INTEROP_USER_SYNC
int main(void)
{
    cl_int e;
    cl_platform_id platform;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platform, CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0 };
    cl_context context = clCreateContext(list, 1, &cl_device, NULL, NULL, &e);
    clReleaseContext(context);
    cl_end();
    return e;
}
