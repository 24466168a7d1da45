/* A layer of the OpenCL loader that stands for a driver which refuses a command that it has had before: every fourth copy and launch. */
#define CL_TARGET_OPENCL_VERSION 300
#include "cl_layer.h"

static unsigned copies, launches;

static cl_int copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t a, size_t b, size_t size, cl_uint count, const cl_event *list, cl_event *event)
{
    return ++copies % 4 ? next.clEnqueueCopyBuffer(queue, from, to, a, b, size, count, list, event) : CL_OUT_OF_RESOURCES;
}

static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local, cl_uint count,
                     const cl_event *list, cl_event *event)
{
    return ++launches % 4 ? next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list, event) : CL_OUT_OF_RESOURCES;
}

static void take_calls(void)
{
    table.clEnqueueCopyBuffer = copy;
    table.clEnqueueNDRangeKernel = launch;
}
