/* Programs over OpenCL: a device, a context and an in-order queue in a line. The environment's
 * TEST_DEVICE=real picks a GPU, anything else a CPU device (PoCL); without such a device the
 * program ends with status 77.  Nothing behind cl_world is checked: the programs show what happens
 * when nobody looks. */
#ifndef CL_WORLD_H
#define CL_WORLD_H
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static cl_platform_id cl_platform;
static cl_device_id cl_device;
static cl_context cl_ctx;
static cl_command_queue cl_queue;
static cl_int cl_status; /* what the last creation here said */

#define SCALE \
    "kernel void scale(global float *data, float factor) { data[get_global_id(0)] *= factor; }"

/* Fills [devices] with up to [wanted] devices of one platform and says how many there are. */
static inline cl_uint cl_find(cl_device_id *devices, cl_uint wanted)
{
    const char *kind = getenv("TEST_DEVICE");
    cl_device_type type = kind && !strcmp(kind, "real") ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
    cl_platform_id platforms[8];
    cl_uint count = 0, found = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return 0;
    for (cl_uint i = 0; i < count && i < 8; i++)
        if (clGetDeviceIDs(platforms[i], type, wanted, devices, &found) == CL_SUCCESS && found) {
            cl_platform = platforms[i];
            return found < wanted ? found : wanted;
        }
    return 0;
}

static inline cl_context cl_new_context(void)
{
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)cl_platform, 0 };
    return clCreateContext(list, 1, &cl_device, NULL, NULL, &cl_status);
}

static inline cl_command_queue cl_new_queue(cl_command_queue_properties properties)
{
    cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, properties, 0 };
    return clCreateCommandQueueWithProperties(cl_ctx, cl_device, properties ? list : NULL,
                                              &cl_status);
}

static inline void cl_world(void)
{
    if (!cl_find(&cl_device, 1)) {
        fprintf(stderr, "no OpenCL device of the kind wanted\n");
        exit(77);
    }
    cl_ctx = cl_new_context();
    cl_queue = cl_new_queue(0);
}

static inline void cl_end(void)
{
    clFinish(cl_queue);
    clReleaseCommandQueue(cl_queue);
    clReleaseContext(cl_ctx);
}

/* The program must have device property [name] (a size_t, cl_uint or cl_bool, by [size]) that is
 * not 0; returns it. */
static inline size_t cl_device_size(cl_device_info name)
{
    union {
        size_t whole;
        cl_uint half;
    } value = { 0 };
    clGetDeviceInfo(cl_device, name, sizeof value, &value, NULL);
    return value.whole;
}

static inline void cl_need(cl_device_info name)
{
    if (!cl_device_size(name))
        exit(77);
}

static inline cl_mem cl_buffer(size_t size)
{
    return clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, size, NULL, &cl_status);
}

static inline cl_mem cl_image(cl_mem_flags flags, cl_channel_order order, cl_channel_type type,
                              size_t width, size_t height)
{
    cl_image_format format = { order, type };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                           .image_width = width,
                           .image_height = height };
    return clCreateImage(cl_ctx, flags, &format, &desc, NULL, &cl_status);
}

static inline cl_program cl_built_with(const char *source, const char *options)
{
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &cl_status);
    clBuildProgram(program, 0, NULL, options, NULL, NULL);
    return program;
}
static inline cl_program cl_built(const char *source) { return cl_built_with(source, ""); }

/* Takes [program] over. */
static inline cl_kernel cl_kernel_in(cl_program program, const char *name)
{
    cl_kernel kernel = clCreateKernel(program, name, &cl_status);
    clReleaseProgram(program);
    return kernel;
}
static inline cl_kernel cl_kernel_of(const char *source, const char *name)
{
    return cl_kernel_in(cl_built(source), name);
}

/* The binary of [program], of [*size] bytes; the caller frees it. */
static inline unsigned char *cl_binary_of(cl_program program, size_t *size)
{
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL);
    unsigned char *binary = (unsigned char *)malloc(*size);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    return binary;
}

/* SCALE, built with [options], which doubles [buffer]. */
static inline cl_kernel cl_doubling_with(cl_mem buffer, const char *options)
{
    float two = 2;
    cl_kernel kernel = cl_kernel_in(cl_built_with(SCALE, options), "scale");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    return kernel;
}
static inline cl_kernel cl_doubling(cl_mem buffer) { return cl_doubling_with(buffer, ""); }

/* Enqueues [kernel] over [count] work-items on [queue]. */
static inline cl_int cl_run(cl_command_queue queue, cl_kernel kernel, size_t count)
{
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
}

/* A kernel of two buffers, in a world of its own: (global int *in, global int *out), 64 zeros
 * each. */
struct cl_in_out {
    cl_mem in, out;
    cl_kernel kernel;
};

static inline struct cl_in_out cl_in_out_begin(const char *source, const char *name)
{
    static int zeros[64];
    cl_world();
    struct cl_in_out world = {
        .in = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof zeros, NULL, &cl_status),
        .out = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, sizeof zeros, NULL, &cl_status),
        .kernel = cl_kernel_of(source, name),
    };
    clEnqueueWriteBuffer(cl_queue, world.in, CL_TRUE, 0, sizeof zeros, zeros, 0, NULL, NULL);
    clEnqueueWriteBuffer(cl_queue, world.out, CL_TRUE, 0, sizeof zeros, zeros, 0, NULL, NULL);
    clSetKernelArg(world.kernel, 0, sizeof world.in, &world.in);
    clSetKernelArg(world.kernel, 1, sizeof world.out, &world.out);
    return world;
}

static inline void cl_in_out_end(const struct cl_in_out *world)
{
    clFinish(cl_queue);
    clReleaseKernel(world->kernel);
    clReleaseMemObject(world->in);
    clReleaseMemObject(world->out);
    cl_end();
}
#endif
