/* Command buffers of OpenCL (cl_khr_command_buffer); a program ends with status 77 where the
 * platform has none. */
#ifndef TESTS_CL_COMMANDS_H
#define TESTS_CL_COMMANDS_H

#include <CL/cl_ext.h>

#include "cl_world.h"

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

#endif
