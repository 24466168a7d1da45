#include "cl_world.h"

/* Kernels that only read their input may run at once; each has an output of its own. */
int main(void)
{
    cl_event filled;
    int one = 1;
    cl_int e = 0, made;
    cl_world();
    cl_mem in = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, 1 << 16, NULL, &made);
    cl_mem out[2] = {cl_buffer(1 << 16), cl_buffer(1 << 16)};
    cl_command_queue queue = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = cl_kernel_of("kernel void copy(global const int *in, global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }", "copy");
    clSetKernelArg(kernel, 0, sizeof in, &in);
    e |= clEnqueueFillBuffer(queue, in, &one, sizeof one, 0, 1 << 16, 0, NULL, &filled);
    clWaitForEvents(1, &filled);
    for (int i = 0; i < 2; i++) {
        clSetKernelArg(kernel, 1, sizeof out[i], &out[i]);
        e |= cl_run(queue, kernel, 1 << 14);
    }
    clFinish(queue);
    clReleaseEvent(filled);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(in);
    clReleaseMemObject(out[0]);
    clReleaseMemObject(out[1]);
    cl_end();
    return e || made;
}
