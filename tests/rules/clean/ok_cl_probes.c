#include "cl_world.h"

/* Questions that an OpenCL device may answer with no: the program is ready for the very code. */

static int has_accelerator(void)
{
    cl_device_id device;
    cl_uint count;
    return clGetDeviceIDs(cl_platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, &count) !=
           CL_DEVICE_NOT_FOUND;
}

static int has_property(cl_device_info name)
{
    char value[256];
    cl_int status = clGetDeviceInfo(cl_device, name, sizeof value, value, NULL);
    if (status == CL_INVALID_VALUE)
        return 0;
    return status == CL_SUCCESS;
}

static int has_format(cl_channel_order order, cl_channel_type type)
{
    cl_int status;
    cl_image_format format = { order, type };
    cl_image_desc shape = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4 };
    cl_mem image = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &format, &shape, NULL, &status);
    if (status == CL_IMAGE_FORMAT_NOT_SUPPORTED || status == CL_INVALID_OPERATION) /* PoCL's */
        return 0;
    clReleaseMemObject(image);
    return 1;
}

/* A program from yesterday's binary, if that still fits. */
static cl_program from_cache(void)
{
    cl_int status, each;
    const unsigned char binary[] = "made by another driver", *binaries = binary;
    size_t size = sizeof binary;
    cl_program program =
        clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &size, &binaries, &each, &status);
    if (status == CL_INVALID_BINARY)
        return NULL;
    /* NVIDIA's driver looks at it only now */
    status = clBuildProgram(program, 1, &cl_device, "", NULL, NULL);
    if (status == CL_INVALID_BINARY || status == CL_BUILD_PROGRAM_FAILURE) {
        clReleaseProgram(program);
        return NULL;
    }
    return program;
}

static cl_kernel fastest(cl_program program)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, "scale_fast", &status);
    if (status == CL_INVALID_KERNEL_NAME)
        kernel = clCreateKernel(program, "scale", &status);
    return kernel;
}

static int keeps_times(void)
{
    cl_ulong time;
    cl_event event;
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
    clFinish(cl_queue);
    cl_int status =
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof time, &time, NULL);
    clReleaseEvent(event);
    return status != CL_PROFILING_INFO_NOT_AVAILABLE;
}

int main(void)
{
    const char *source = SCALE;
    cl_world();
    printf("%d %d ", has_accelerator(), has_property(0x4fff));
    printf("%d %d ", has_format(CL_INTENSITY, CL_FLOAT), keeps_times());
    cl_program program = from_cache();
    if (!program) {
        program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, NULL);
        clBuildProgram(program, 1, &cl_device, "", NULL, NULL);
    }
    cl_kernel kernel = fastest(program);
    printf("%d\n", kernel != NULL);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    cl_end();
    return 0;
}
