#include "cl_world.h"

/* A kernel finds its data through a pointer in shared memory; what that leads to is freed before the launch. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    float **list = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0), *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    cl_kernel kernel = cl_kernel_of("struct list { global float *data; }; kernel void first(global struct list *list) { list->data[0] = 1; }", "first");
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, list, 4096, 0, NULL, NULL);
    *list = data;
    clEnqueueSVMUnmap(cl_queue, list, 0, NULL, NULL);
    clSetKernelArgSVMPointer(kernel, 0, list);
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof data, &data);
    cl_run(cl_queue, kernel, 1);
    clFinish(cl_queue);
    clSVMFree(cl_ctx, data); // site: destroyed
    cl_run(cl_queue, kernel, 1); // expect: launch-freed-pointer object=svm-memory
    clFinish(cl_queue);
    clSVMFree(cl_ctx, list);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
