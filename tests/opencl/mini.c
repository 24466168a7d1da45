/* An OpenCL library without a device behind it: enough for programs that only want to know whether their calls are seen. */
#include "iq_opencl_protos.h"

#include <stdlib.h>
#include <string.h>

static int platform, device;

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    if (platforms && num_entries)
        *platforms = (cl_platform_id)(void *)&platform;
    if (num_platforms)
        *num_platforms = 1;
    return 0;
}

cl_int clGetDeviceIDs(cl_platform_id p, cl_device_type type, cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
    if (devices && num_entries)
        *devices = (cl_device_id)(void *)&device;
    if (num_devices)
        *num_devices = 1;
    return p && type ? 0 : -30;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices,
                           iq_cl_context_notify pfn_notify, void *user_data, cl_int *errcode_ret)
{
    (void)properties, (void)pfn_notify, (void)user_data;
    if (errcode_ret)
        *errcode_ret = num_devices && devices ? 0 : -30;
    return num_devices && devices ? malloc(64) : NULL;
}

cl_int clReleaseContext(cl_context context)
{
    free(context);
    return 0;
}

static cl_int secret(cl_command_buffer_khr command_buffer) { return command_buffer ? 0 : -1138; }

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id p, const char *name)
{
    return p && !strcmp(name, "clFinalizeCommandBufferKHR") ? (void *)(uintptr_t)secret : NULL;
}
