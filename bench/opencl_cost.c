/* Nanoseconds of the calling thread's processor time per OpenCL call: one line "name ns" each.  The same loops natively and under inquest; bench/opencl_cost.py compares. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

#define MEASURE(name, count, body) \
    do { \
        double best = 1e18; \
        for (int round = 0; round < 5; round++) { \
            double begin = now(); \
            for (int i = 0; i < (count); i++) { body; } \
            double each = (now() - begin) / (count); \
            best = each < best ? each : best; \
            clFinish(queue); \
        } \
        printf("%s %.1f\n", name, best); \
    } while (0)

int main(void)
{
    const char *source = "kernel void k(global float *a, float f) { a[get_global_id(0)] = f; }";
    size_t one = 1, origin[3] = { 0, 0, 0 }, region[3] = { 4, 4, 1 };
    float data[64] = { 0 }, factor = 1;
    cl_platform_id platform;
    cl_device_id device;
    cl_event event;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, NULL, NULL);
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4 };
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof factor, &factor);
    MEASURE("clSetKernelArg", 200000, clSetKernelArg(kernel, 1, sizeof factor, &factor));
    MEASURE("clSetKernelArg_mem", 200000, clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    MEASURE("clEnqueueWriteBuffer", 5000, clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
    if (image)
        MEASURE("clEnqueueWriteImage", 5000, clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL));
    MEASURE("clEnqueueNDRange", 2000, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL); clFinish(queue));
    MEASURE("clEnqueue_event", 2000, clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, &event); clWaitForEvents(1, &event); clReleaseEvent(event));
    return 0;
}
