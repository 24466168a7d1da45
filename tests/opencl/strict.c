/* A layer of the OpenCL loader that stands for what NVIDIA's driver refuses, or crashes on, and PoCL takes; its codes and addresses are those of an H100. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#include "cl_layer.h"

static cl_int execution_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *value)
{
    return size && (name == CL_KERNEL_EXEC_INFO_SVM_PTRS || name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM) ? CL_SUCCESS : CL_INVALID_VALUE;
}

static cl_int map(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *at, size_t size, cl_uint count, const cl_event *list, cl_event *event)
{
    return flags & ~(cl_map_flags)7 ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_int property(cl_command_queue queue, cl_command_queue_properties properties, cl_bool enable, cl_command_queue_properties *old)
{
    return properties & ~(cl_command_queue_properties)3 ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_int read_rows(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *there, const size_t *here, const size_t *region, size_t row, size_t slice,
                        size_t host_row, size_t host_slice, void *at, cl_uint count, const cl_event *list, cl_event *event)
{
    return slice > 1 << 20 ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_int read_image(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row, size_t slice, void *at, cl_uint count,
                         const cl_event *list, cl_event *event)
{
    return slice ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_sampler sampler(cl_context context, const cl_sampler_properties *properties, cl_int *error)
{
    return (cl_sampler)(size_t) * (volatile const cl_sampler_properties *)properties;
}

/* The loader of CUDA 13 dereferences what stands for the platform. */
static cl_context context(const cl_context_properties *list, cl_uint count, const cl_device_id *devices, void (CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                          void *user, cl_int *error)
{
    cl_platform_id platforms[8];
    cl_uint found = 0, known = 0;
    next.clGetPlatformIDs(8, platforms, &found);
    for (cl_uint i = 0; i < found && i < 8; i++)
        known += list[1] == (cl_context_properties)platforms[i];
    if (!known)
        return (cl_context)(size_t) * (volatile int *)0x40;
    return next.clCreateContext(list, count, devices, notify, user, error);
}

static void take_calls(void)
{
    table.clCreateContext = context;
    table.clSetKernelExecInfo = execution_info;
    table.clEnqueueSVMMap = map;
    table.clSetCommandQueueProperty = property;
    table.clEnqueueReadBufferRect = read_rows;
    table.clEnqueueReadImage = read_image;
    table.clCreateSamplerWithProperties = sampler;
}
