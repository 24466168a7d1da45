/* A layer of the OpenCL loader, between inquest and the driver, under which the measured commands
 * do nothing: what is left is inquest's own cost. */
#include "cl_layer.h"

static void *event_of_nothing[8];
static char mapped[4096];

static cl_int write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, const void *data, cl_uint count, const cl_event *list,
                           cl_event *event)
{
    if (event)
        *event = (cl_event)event_of_nothing;
    return CL_SUCCESS;
}
static cl_int read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                          size_t size, void *data, cl_uint count, const cl_event *list,
                          cl_event *event)
{
    return CL_SUCCESS;
}
static cl_int write_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *region, size_t row, size_t slice,
                          const void *data, cl_uint count, const cl_event *list, cl_event *event)
{
    return CL_SUCCESS;
}
static void *map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                        size_t offset, size_t size, cl_uint count, const cl_event *list,
                        cl_event *event, cl_int *error)
{
    return mapped;
}
static cl_int unmap(cl_command_queue queue, cl_mem buffer, void *at, cl_uint count,
                    const cl_event *list, cl_event *event)
{
    return CL_SUCCESS;
}
static cl_int copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t source, size_t target,
                   size_t size, cl_uint count, const cl_event *list, cl_event *event)
{
    return CL_SUCCESS;
}
static cl_int fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t unit,
                   size_t offset, size_t size, cl_uint count, const cl_event *list, cl_event *event)
{
    return CL_SUCCESS;
}
static cl_int marker(cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event)
{
    return CL_SUCCESS;
}
static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                     const size_t *offset, const size_t *global, const size_t *local, cl_uint count,
                     const cl_event *list, cl_event *event)
{
    return CL_SUCCESS;
}
static cl_int finish(cl_command_queue queue) { return CL_SUCCESS; }
static cl_int wait_for(cl_uint count, const cl_event *list) { return CL_SUCCESS; }
static cl_int release(cl_event event) { return CL_SUCCESS; }

static void take_calls(void)
{
    table.clEnqueueWriteBuffer = write_buffer;
    table.clEnqueueReadBuffer = read_buffer;
    table.clEnqueueWriteImage = write_image;
    table.clEnqueueMapBuffer = map_buffer;
    table.clEnqueueUnmapMemObject = unmap;
    table.clEnqueueCopyBuffer = copy;
    table.clEnqueueFillBuffer = fill;
    table.clEnqueueMarkerWithWaitList = marker;
    table.clEnqueueNDRangeKernel = launch;
    table.clFinish = finish;
    table.clWaitForEvents = wait_for;
    table.clReleaseEvent = release;
}
