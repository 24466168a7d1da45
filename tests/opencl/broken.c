/* A layer of the OpenCL loader that stands for a GPU's driver behind a kernel that faulted: waits are answered with an error, and the queue is no good. */
#define CL_TARGET_OPENCL_VERSION 300
#include "cl_layer.h"

static int is_broken;

static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local, cl_uint count,
                     const cl_event *list, cl_event *event)
{
    (void)kernel, (void)dimensions, (void)offset, (void)global, (void)local;
    is_broken = 1;
    return next.clEnqueueMarkerWithWaitList(queue, count, list, event); /* a CPU would crash in the kernel */
}

static cl_int finish(cl_command_queue queue)
{
    next.clFinish(queue);
    return is_broken ? CL_INVALID_COMMAND_QUEUE : CL_SUCCESS;
}

static cl_int read_back(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *ptr, cl_uint count, const cl_event *list, cl_event *event)
{
    return is_broken ? CL_OUT_OF_RESOURCES : next.clEnqueueReadBuffer(queue, buffer, blocking, offset, size, ptr, count, list, event);
}

static void take_calls(void)
{
    table.clEnqueueNDRangeKernel = launch;
    table.clEnqueueReadBuffer = read_back;
    table.clFinish = finish;
}
