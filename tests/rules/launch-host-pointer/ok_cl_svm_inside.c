#include "cl_world.h"

/* SVM from its middle on, and a memory object that lies in the program's block. */
int main(void)
{
    float two = 2;
    cl_int e = 0, made;
    cl_world();
    float *data = aligned_alloc(4096, 8192);
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, 8192, data, &made);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 1, sizeof two, &two);
    e |= clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    e |= cl_run(cl_queue, kernel, 1024);
    if (cl_device_size(CL_DEVICE_SVM_CAPABILITIES)) {
        float *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 8192, 0);
        e |= clSetKernelArgSVMPointer(kernel, 0, shared + 512);
        e |= cl_run(cl_queue, kernel, 1024);
        clFinish(cl_queue);
        clSVMFree(cl_ctx, shared);
    }
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    free(data);
    return e;
}
