/* What OpenCL calls cost: one line "name nanoseconds nanoseconds nanoseconds" each, of the calling thread's processor time, of the whole process's, the
 * driver's threads included, and of elapsed time.  The same loops natively and under inquest; bench/opencl_cost.py compares. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Least of some rounds; what [body] leaves in the queue belongs to it. */
#define MEASURE(name, count, body) \
    do { \
        double thread = 1e18, process = 1e18, elapsed = 1e18; \
        for (int round = 0; round < 5; round++) { \
            double of_thread = now(CLOCK_THREAD_CPUTIME_ID), of_process = now(CLOCK_PROCESS_CPUTIME_ID), of_all = now(CLOCK_MONOTONIC); \
            for (int i = 0; i < (count); i++) { body; } \
            clFinish(queue); \
            of_thread = (now(CLOCK_THREAD_CPUTIME_ID) - of_thread) / (count); \
            of_process = (now(CLOCK_PROCESS_CPUTIME_ID) - of_process) / (count); \
            of_all = (now(CLOCK_MONOTONIC) - of_all) / (count); \
            thread = of_thread < thread ? of_thread : thread; \
            process = of_process < process ? of_process : process; \
            elapsed = of_all < elapsed ? of_all : elapsed; \
        } \
        printf("%s %.1f %.1f %.1f\n", name, thread, process, elapsed); \
    } while (0)

enum { BATCH = 32, MANY = 200000, COMMANDS = 4000, FLOOD = 20000 };

int main(void)
{
    const char *source = "kernel void k(global float *a, float f) { a[get_global_id(0)] = f; }";
    size_t one = 1, origin[3] = { 0, 0, 0 }, region[3] = { 4, 4, 1 };
    float *data = calloc(64, sizeof *data), factor = 1;
    size_t bytes = 64 * sizeof *data;
    cl_platform_id platform;
    cl_device_id device;
    cl_event event;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    cl_queue_properties loose[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
    cl_command_queue other = clCreateCommandQueueWithProperties(context, device, loose, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL), copy = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4 };
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof factor, &factor);
    MEASURE("clSetKernelArg", MANY, clSetKernelArg(kernel, 1, sizeof factor, &factor));
    MEASURE("clSetKernelArg_mem", MANY, clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    MEASURE("write", COMMANDS, clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
    MEASURE("read", COMMANDS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
    if (image)
        MEASURE("write_image", COMMANDS, clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL));
    MEASURE("map_unmap", COMMANDS, void *at = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, NULL);
            clEnqueueUnmapMemObject(queue, buffer, at, 0, NULL, NULL); clFinish(queue));
    MEASURE("launch_finish", COMMANDS, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL); clFinish(queue));
    MEASURE("launch", COMMANDS, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL); if (i % BATCH == BATCH - 1) clFinish(queue));
    MEASURE("copy", COMMANDS, clEnqueueCopyBuffer(queue, buffer, copy, 0, 0, bytes, 0, NULL, NULL); if (i % BATCH == BATCH - 1) clFinish(queue));
    MEASURE("fill", COMMANDS, clEnqueueFillBuffer(queue, buffer, &factor, sizeof factor, 0, bytes, 0, NULL, NULL); if (i % BATCH == BATCH - 1) clFinish(queue));
    MEASURE("marker", COMMANDS, clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL); if (i % BATCH == BATCH - 1) clFinish(queue));
    MEASURE("launch_many", FLOOD, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    MEASURE("argument_launch_many", FLOOD, factor = i; clSetKernelArg(kernel, 1, sizeof factor, &factor); clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    MEASURE("copy_many", FLOOD, clEnqueueCopyBuffer(queue, buffer, copy, 0, 0, bytes, 0, NULL, NULL));
    MEASURE("fill_many", FLOOD, clEnqueueFillBuffer(queue, buffer, &factor, sizeof factor, 0, bytes, 0, NULL, NULL));
    MEASURE("write_event_wait", COMMANDS, clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, data, 0, NULL, &event); clWaitForEvents(1, &event); clReleaseEvent(event));
    MEASURE("loose_write", COMMANDS, clEnqueueWriteBuffer(other, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
    MEASURE("loose_launch", COMMANDS, clEnqueueNDRangeKernel(other, kernel, 1, NULL, &one, &one, 0, NULL, NULL); clFinish(other));
    return 0;
}
