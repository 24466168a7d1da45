#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_platform_id platform;
    clGetDeviceInfo(cl_device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platform, CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0 };
    cl_context c = clCreateContext(list, 1, &cl_device, NULL, NULL, NULL); // expect: bad-flags arg=properties accepted=warning
    if (c) clReleaseContext(c);
    cl_end();
    return 0;
}
