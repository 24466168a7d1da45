/* A kernel that looks into a table in constant memory. */
#include "cl_world.h"

/* How large the device says that a table may be; where it says nothing, or too much to try, the program ends with status 77. */
static cl_ulong most_constant(void)
{
    cl_ulong most = 0;
    clGetDeviceInfo(cl_device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof most, &most, NULL);
    if (!most || most > 1 << 28)
        exit(77);
    return most;
}

static cl_kernel look_into(cl_mem table, cl_mem out)
{
    cl_kernel kernel = cl_kernel_of("kernel void look(constant float *table, global float *out) { size_t i = get_global_id(0); out[i] = table[i]; }", "look");
    float one = 1;
    clEnqueueFillBuffer(cl_queue, table, &one, sizeof one, 0, 4096, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof table, &table);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    return kernel;
}
