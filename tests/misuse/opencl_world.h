/* What the calls of OpenCL's misuse matrix are about: one object of each kind that is alive and one that is gone.  Codes are returned without their sign, which says that a call died. */
#ifndef IQ_MISUSE_OPENCL_WORLD_H
#define IQ_MISUSE_OPENCL_WORLD_H

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "child.h"
#include "cl_world.h"

#include <CL/cl_ext.h>

enum { BYTES = 4096, ROOM = 1 << 16, UNWRITTEN = 12345 };
#define HUGE_SIZE ((size_t)1 << 46)
#define NOWHERE ((unsigned long long)-1)

enum kind {
    CL_PLATFORM, CL_DEVICE, CL_CONTEXT_, CL_QUEUE, CL_BUFFER, CL_IMAGE, CL_PIPE, CL_SAMPLER, CL_PROGRAM, CL_KERNEL, CL_EVENT, SHARED, NO_KIND, KINDS
};
static unsigned long long live[KINDS], gone[KINDS];
static unsigned char host[ROOM], out[ROOM], zero[ROOM], plain[ROOM];
static cl_int error;
static cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
static cl_image_desc shape = { CL_MEM_OBJECT_IMAGE2D, 16, 4 };
static cl_buffer_region half = { 0, 2048 };
static size_t origin[3], region[3] = { 16, 4, 1 }, no_region[3], wide[3] = { (size_t)1 << 40, 4, 1 }, far[3] = { (size_t)1 << 40, 0, 0 };
static const char *sources[] = { "kernel void fill(global int *p) { p[get_global_id(0)] = 7; }" };

static void nothing() {}

/* Does the row need one of them?  Compiling and contexts take longest. */
static bool needs(int first, int second) { return needed & (1ull << first | 1ull << second); }

static void make_objects(unsigned long long *at)
{
    cl_context context = (cl_context)live[CL_CONTEXT_];
    cl_queue_properties profiled[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    at[CL_QUEUE] = (unsigned long long)clCreateCommandQueueWithProperties(context, cl_device, profiled, NULL);
    at[CL_BUFFER] = (unsigned long long)clCreateBuffer(context, 0, BYTES, NULL, NULL);
    if (needs(CL_IMAGE, CL_IMAGE))
        at[CL_IMAGE] = (unsigned long long)clCreateImage(context, 0, &format, &shape, NULL, NULL);
    if (needs(CL_SAMPLER, CL_SAMPLER))
        at[CL_SAMPLER] = (unsigned long long)clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, NULL);
    if (needs(CL_PROGRAM, CL_KERNEL)) {
        at[CL_PROGRAM] = (unsigned long long)clCreateProgramWithSource(context, 1, sources, NULL, NULL);
        clBuildProgram((cl_program)at[CL_PROGRAM], 0, NULL, "", NULL, NULL);
        at[CL_KERNEL] = (unsigned long long)clCreateKernel((cl_program)at[CL_PROGRAM], "fill", NULL);
        clSetKernelArg((cl_kernel)at[CL_KERNEL], 0, sizeof(cl_mem), &at[CL_BUFFER]);
    }
    if (needs(CL_EVENT, CL_EVENT))
        clEnqueueMarkerWithWaitList((cl_command_queue)at[CL_QUEUE], 0, NULL, (cl_event *)&at[CL_EVENT]);
    clFinish((cl_command_queue)at[CL_QUEUE]);
    if (needs(SHARED, SHARED))
        at[SHARED] = (unsigned long long)clSVMAlloc(context, CL_MEM_READ_WRITE, BYTES, 0);
}

static void destroy_objects(unsigned long long *at)
{
    if (at[CL_EVENT])
        clReleaseEvent((cl_event)at[CL_EVENT]);
    if (at[CL_KERNEL]) {
        clReleaseKernel((cl_kernel)at[CL_KERNEL]);
        clReleaseProgram((cl_program)at[CL_PROGRAM]);
    }
    if (at[CL_SAMPLER])
        clReleaseSampler((cl_sampler)at[CL_SAMPLER]);
    if (at[CL_IMAGE])
        clReleaseMemObject((cl_mem)at[CL_IMAGE]);
    clReleaseMemObject((cl_mem)at[CL_BUFFER]);
    clReleaseCommandQueue((cl_command_queue)at[CL_QUEUE]);
    if (at[CL_CONTEXT_])
        clReleaseContext((cl_context)at[CL_CONTEXT_]);
    if (at[SHARED])
        clSVMFree((cl_context)live[CL_CONTEXT_], (void *)at[SHARED]);
}

/* One for all rows that are not about contexts. */
static void make_contexts(void)
{
    static cl_context common;
    bool own = needs(CL_CONTEXT_, CL_CONTEXT_);
    if (!own && !common)
        common = cl_new_context();
    live[CL_CONTEXT_] = (unsigned long long)(own ? cl_new_context() : common);
    gone[CL_CONTEXT_] = own ? (unsigned long long)cl_new_context() : 0;
}

static bool make_world(void)
{
    if (!cl_find(&cl_device, 1))
        return false;
    memset(live, 0, sizeof live);
    memset(gone, 0, sizeof gone);
    live[CL_PLATFORM] = (unsigned long long)cl_platform;
    live[CL_DEVICE] = (unsigned long long)cl_device;
    make_contexts();
    make_objects(live);
    make_objects(gone);
    destroy_objects(gone);
    memset(out, 0, sizeof out);
    memset(zero, 0, sizeof zero);
    format = (cl_image_format){ CL_RGBA, CL_UNORM_INT8 };
    shape = (cl_image_desc){ CL_MEM_OBJECT_IMAGE2D, 16, 4 };
    error = UNWRITTEN;
    return live[CL_BUFFER] && live[CL_QUEUE] && (!needs(CL_PROGRAM, CL_KERNEL) || live[CL_KERNEL]);
}

/* Out of resources: what NVIDIA's driver says of every call after a fault. */
static bool is_sticky(int code) { return code == 5; }

/* What a command does wrong it does now, not in a later case. */
static int settled(int code)
{
    clFinish((cl_command_queue)live[CL_QUEUE]);
    return code;
}

/* Of a call that returns what it made. */
static int code_of(const void *made) { return error != UNWRITTEN ? -error : made ? 0 : 1; }

#endif
