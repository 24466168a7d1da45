#include "cl_world.h"

/* A table in constant memory that is larger than the device's. */
int main(void)
{
    cl_ulong most = 0;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof most, &most, NULL);
    if (!most || most > 1 << 28)
        return 77;
    cl_mem table = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, most + 4096, NULL, &cl_status), out = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_kernel_of("kernel void look(constant float *table, global float *out) { size_t i = get_global_id(0); out[i] = table[i]; }", "look");
    float one = 1;
    clEnqueueFillBuffer(cl_queue, table, &one, sizeof one, 0, 4096, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof table, &table);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    cl_run(cl_queue, kernel, 1024); // expect: launch-resources severity=warning object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(table);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
