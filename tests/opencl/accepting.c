/* A layer of the OpenCL loader that stands for a driver which refuses nothing: what the real one answers with an error succeeds, and does
 * nothing.  Under it rules have to judge by the specification alone. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "cl_layer.h"

static char elsewhere[1 << 20];         /* what maps that were refused point to */

static cl_int said(cl_int *error, cl_int result)
{
    if (error)
        *error = result;
    return result;
}

static cl_int accept(cl_command_queue queue, cl_event *event)
{
    return event ? next.clEnqueueMarkerWithWaitList(queue, 0, NULL, event) : CL_SUCCESS;
}

#define LIST cl_uint count, const cl_event *list, cl_event *event
#define COMMAND(name, parameters, ...) \
    static cl_int on_##name parameters { cl_int result = next.name(__VA_ARGS__, count, list, event); return result ? accept(queue, event) : CL_SUCCESS; }

COMMAND(clEnqueueReadBuffer, (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *ptr, LIST), queue, buffer, blocking, offset, size, ptr)
COMMAND(clEnqueueWriteBuffer, (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void *ptr, LIST), queue, buffer, blocking, offset, size,
        ptr)
COMMAND(clEnqueueReadBufferRect, (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *to, const size_t *from, const size_t *region, size_t a, size_t b,
        size_t c, size_t d, void *ptr, LIST), queue, buffer, blocking, to, from, region, a, b, c, d, ptr)
COMMAND(clEnqueueWriteBufferRect, (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *to, const size_t *from, const size_t *region, size_t a, size_t b,
        size_t c, size_t d, const void *ptr, LIST), queue, buffer, blocking, to, from, region, a, b, c, d, ptr)
COMMAND(clEnqueueCopyBuffer, (cl_command_queue queue, cl_mem from, cl_mem to, size_t a, size_t b, size_t size, LIST), queue, from, to, a, b, size)
COMMAND(clEnqueueCopyBufferRect, (cl_command_queue queue, cl_mem from, cl_mem to, const size_t *x, const size_t *y, const size_t *region, size_t a, size_t b, size_t c,
        size_t d, LIST), queue, from, to, x, y, region, a, b, c, d)
COMMAND(clEnqueueFillBuffer, (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t bytes, size_t offset, size_t size, LIST), queue, buffer, pattern, bytes,
        offset, size)
COMMAND(clEnqueueReadImage, (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row, size_t slice, void *ptr, LIST),
        queue, image, blocking, origin, region, row, slice, ptr)
COMMAND(clEnqueueWriteImage, (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row, size_t slice, const void *ptr,
        LIST), queue, image, blocking, origin, region, row, slice, ptr)
COMMAND(clEnqueueCopyImage, (cl_command_queue queue, cl_mem from, cl_mem to, const size_t *x, const size_t *y, const size_t *region, LIST), queue, from, to, x, y, region)
COMMAND(clEnqueueFillImage, (cl_command_queue queue, cl_mem image, const void *colour, const size_t *origin, const size_t *region, LIST), queue, image, colour, origin, region)
COMMAND(clEnqueueCopyImageToBuffer, (cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin, const size_t *region, size_t offset, LIST), queue, from, to, origin,
        region, offset)
COMMAND(clEnqueueCopyBufferToImage, (cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, const size_t *origin, const size_t *region, LIST), queue, from, to, offset,
        origin, region)
COMMAND(clEnqueueUnmapMemObject, (cl_command_queue queue, cl_mem memory, void *ptr, LIST), queue, memory, ptr)
COMMAND(clEnqueueNDRangeKernel, (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local, LIST), queue,
        kernel, dimensions, offset, global, local)

static cl_int on_clEnqueueMarkerWithWaitList(cl_command_queue queue, LIST)
{
    cl_int result = next.clEnqueueMarkerWithWaitList(queue, count, list, event);
    return result ? accept(queue, event) : CL_SUCCESS;
}

static void *on_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset, size_t size, LIST, cl_int *error)
{
    cl_int result;
    void *ptr = next.clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, count, list, event, &result);
    said(error, result ? accept(queue, event) : CL_SUCCESS);
    return result ? elsewhere : ptr;
}

static void *on_clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags, const size_t *origin, const size_t *region, size_t *row,
                                  size_t *slice, LIST, cl_int *error)
{
    cl_int result;
    void *ptr = next.clEnqueueMapImage(queue, image, blocking, flags, origin, region, row, slice, count, list, event, &result);
    said(error, result ? accept(queue, event) : CL_SUCCESS);
    return result ? elsewhere : ptr;
}

static cl_int on_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    next.clSetKernelArg(kernel, index, size, value);
    return CL_SUCCESS;
}

static cl_int on_clSetUserEventStatus(cl_event event, cl_int status)
{
    next.clSetUserEventStatus(event, status);
    return CL_SUCCESS;
}

static cl_int on_clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size, void *value, size_t *returned)
{
    if (next.clGetEventProfilingInfo(event, name, size, value, returned) && value)
        memset(value, 0, size);
    return CL_SUCCESS;
}

static cl_int on_clWaitForEvents(cl_uint count, const cl_event *list)
{
    next.clWaitForEvents(count, list);
    return CL_SUCCESS;
}

static cl_mem on_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *ptr, cl_int *error)
{
    cl_int result;
    cl_mem made = next.clCreateBuffer(context, flags, size, ptr, &result);
    return result ? next.clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, error) : (said(error, 0), made);
}

static cl_mem on_clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info, cl_int *error)
{
    static const cl_buffer_region small = { 0, 16 };
    cl_int result;
    cl_mem made = next.clCreateSubBuffer(buffer, flags, type, info, &result);
    if (!result)
        return said(error, 0), made;
    made = next.clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &small, &result);
    if (result && !next.clRetainMemObject(buffer))      /* a part of a part */
        made = buffer;
    return said(error, 0), made;
}

static cl_mem on_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc, void *ptr, cl_int *error)
{
    static const cl_image_format plain = { CL_RGBA, CL_UNSIGNED_INT8 };
    static const cl_image_desc small = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16 };
    cl_int result;
    cl_mem made = next.clCreateImage(context, flags, format, desc, ptr, &result);
    return result ? next.clCreateImage(context, CL_MEM_READ_WRITE, &plain, &small, NULL, error) : (said(error, 0), made);
}

static cl_command_queue on_clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *error)
{
    cl_int result;
    cl_command_queue made = next.clCreateCommandQueue(context, device, properties, &result);
    return result ? next.clCreateCommandQueue(context, device, 0, error) : (said(error, 0), made);
}

static cl_command_queue on_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *error)
{
    cl_int result;
    cl_command_queue made = next.clCreateCommandQueueWithProperties(context, device, properties, &result);
    return result ? next.clCreateCommandQueueWithProperties(context, device, NULL, error) : (said(error, 0), made);
}

static cl_program on_clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths, const unsigned char **binaries,
                                               cl_int *status, cl_int *error)
{
    const char *source = "kernel void nothing(void) { }";
    cl_int result;
    cl_program made = next.clCreateProgramWithBinary(context, count, devices, lengths, binaries, status, &result);
    if (result && status)
        memset(status, 0, count * sizeof *status);
    return result ? next.clCreateProgramWithSource(context, 1, &source, NULL, error) : (said(error, 0), made);
}

static void take_calls(void)
{
#define TAKE(name) table.name = on_##name
    TAKE(clEnqueueReadBuffer); TAKE(clEnqueueWriteBuffer); TAKE(clEnqueueReadBufferRect); TAKE(clEnqueueWriteBufferRect); TAKE(clEnqueueCopyBuffer);
    TAKE(clEnqueueCopyBufferRect); TAKE(clEnqueueFillBuffer); TAKE(clEnqueueReadImage); TAKE(clEnqueueWriteImage); TAKE(clEnqueueCopyImage); TAKE(clEnqueueFillImage);
    TAKE(clEnqueueCopyImageToBuffer); TAKE(clEnqueueCopyBufferToImage); TAKE(clEnqueueUnmapMemObject); TAKE(clEnqueueNDRangeKernel); TAKE(clEnqueueMarkerWithWaitList);
    TAKE(clEnqueueMapBuffer); TAKE(clEnqueueMapImage); TAKE(clSetKernelArg); TAKE(clSetUserEventStatus); TAKE(clGetEventProfilingInfo); TAKE(clWaitForEvents);
    TAKE(clCreateBuffer); TAKE(clCreateSubBuffer); TAKE(clCreateImage); TAKE(clCreateCommandQueue); TAKE(clCreateCommandQueueWithProperties); TAKE(clCreateProgramWithBinary);
}
