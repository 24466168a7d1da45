#include "cl_world.h"
#include <CL/cl_ext.h>

static clCreateCommandBufferKHR_fn create;
static clFinalizeCommandBufferKHR_fn finalize;
static clEnqueueCommandBufferKHR_fn enqueue;
static clCommandCopyBufferKHR_fn copy;
static clReleaseCommandBufferKHR_fn release;

static void find(void)
{
    create = clGetExtensionFunctionAddressForPlatform(cl_platform, "clCreateCommandBufferKHR");
    finalize = clGetExtensionFunctionAddressForPlatform(cl_platform, "clFinalizeCommandBufferKHR");
    enqueue = clGetExtensionFunctionAddressForPlatform(cl_platform, "clEnqueueCommandBufferKHR");
    copy = clGetExtensionFunctionAddressForPlatform(cl_platform, "clCommandCopyBufferKHR");
    release = clGetExtensionFunctionAddressForPlatform(cl_platform, "clReleaseCommandBufferKHR");
    if (!create || !finalize || !enqueue || !copy || !release) {
        fprintf(stderr, "no cl_khr_command_buffer\n");
        exit(77);
    }
}

int main(void)
{
    cl_int e;
    cl_world();
    find();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_buffer_khr commands = create(1, &cl_queue, NULL, &e);
    copy(commands, NULL, from, to, 0, 0, 4096, 0, NULL, NULL, NULL);
    copy(commands, NULL, to, from, 0, 0, 4096, 0, NULL, NULL, NULL);
    finalize(commands);
    for (int i = 0; i < 3; i++) {
        enqueue(0, NULL, commands, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    release(commands);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
