#include "cl_world.h"

/* A clone has the list of its original. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(buffer);
    void *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof data, &data);
    cl_kernel clone = clCloneKernel(kernel, NULL);
    clSVMFree(cl_ctx, data); // site: destroyed
    cl_run(cl_queue, clone, 1024); // expect: launch-freed-pointer object=svm-memory
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(clone);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
