#include "cl_world.h"

/* The same commands again and again in a queue that does not keep their order, waited for each time. */
int main(void)
{
    cl_world();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_queue loose = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = cl_kernel_of("kernel void one(global float *data, float by) { data[get_global_id(0)] = by; }", "one");
    size_t items = 64;
    clSetKernelArg(kernel, 0, sizeof to, &to);
    for (int i = 0; i < 120; i++) {
        float by = (float)i;
        clSetKernelArg(kernel, 1, sizeof by, &by);
        clEnqueueNDRangeKernel(loose, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(loose);
        clEnqueueCopyBuffer(loose, to, from, 0, 0, 4096, 0, NULL, NULL);
        clEnqueueBarrierWithWaitList(loose, 0, NULL, NULL);
    }
    clFinish(loose);
    clReleaseCommandQueue(loose);
    clReleaseKernel(kernel);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
