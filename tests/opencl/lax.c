/* Calls that PoCL takes and NVIDIA's driver does not (strict.c): a right one, then a wrong one, of the kind that is named. */
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#include "cl_world.h"

static char data[4096];

static cl_int execution_info(size_t bytes, cl_kernel_exec_info name)
{
    cl_kernel kernel = cl_doubling(cl_buffer(64));
    cl_bool all = CL_FALSE;
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof all, &all);
    return clSetKernelExecInfo(kernel, name, bytes, &all);
}

static cl_int map(void)
{
    void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_READ, shared, 64, 0, NULL, NULL);
    clEnqueueSVMUnmap(cl_queue, shared, 0, NULL, NULL);
    return clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MEM_COPY_HOST_PTR, shared, 64, 0, NULL, NULL);
}

static cl_int property(void)
{
    clSetCommandQueueProperty(cl_queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL);
    return clSetCommandQueueProperty(cl_queue, 1 << 20, CL_TRUE, NULL);
}

static cl_int rows(void)
{
    size_t origin[3] = { 0 }, region[3] = { 16, 4, 1 };
    cl_mem buffer = cl_buffer(4096);
    clEnqueueReadBufferRect(cl_queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0, data, 0, NULL, NULL);
    return clEnqueueReadBufferRect(cl_queue, buffer, CL_TRUE, origin, origin, region, 0, 1 << 24, 0, 0, data, 0, NULL, NULL);
}

static cl_int image(void)
{
    size_t origin[3] = { 0 }, region[3] = { 16, 4, 1 };
    cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    cl_image_desc shape = { CL_MEM_OBJECT_IMAGE2D, 16, 4 };
    cl_mem made = clCreateImage(cl_ctx, 0, &format, &shape, NULL, NULL);
    clEnqueueReadImage(cl_queue, made, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL);
    return clEnqueueReadImage(cl_queue, made, CL_TRUE, origin, region, 0, 256, data, 0, NULL, NULL);
}

/* A context of [platform]. */
static void context(void *platform)
{
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0 };
    clCreateContext(list, 1, &cl_device, NULL, NULL, NULL);
}

int main(int argc, char **argv)
{
    cl_int result = 0;
    cl_world();
    if (!strcmp(argv[1], "name"))
        result = execution_info(4, CL_KERNEL_ATTRIBUTES);
    if (!strcmp(argv[1], "size"))
        result = execution_info(0, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM);
    if (!strcmp(argv[1], "map"))
        result = map();
    if (!strcmp(argv[1], "property"))
        result = property();
    if (!strcmp(argv[1], "rows"))
        result = rows();
    if (!strcmp(argv[1], "image"))
        result = image();
    printf("refused with %d\n", result);
    fflush(stdout);
    if (!strcmp(argv[1], "sampler"))
        clCreateSamplerWithProperties(cl_ctx, NULL, NULL);
    if (!strcmp(argv[1], "no-platform"))
        context(NULL);
    if (!strcmp(argv[1], "device-as-platform"))
        context(cl_device);
    return 0;
}
