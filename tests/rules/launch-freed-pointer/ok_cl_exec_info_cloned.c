#include "cl_world.h"

/* A clone has the list that its original had by then: none. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(buffer);
    void *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    cl_kernel clone = clCloneKernel(kernel, NULL);
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof data, &data);
    clSVMFree(cl_ctx, data);
    cl_run(cl_queue, clone, 1024);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(clone);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
