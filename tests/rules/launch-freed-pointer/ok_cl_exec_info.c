#include "cl_world.h"

/* The list that leads to shared memory is changed before what it led to is freed. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    float **list = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0), *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    cl_kernel kernel = cl_kernel_of("struct list { global float *data; }; kernel void first(global struct list *list) { list->data[0] = 1; }", "first");
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, list, 4096, 0, NULL, NULL);
    *list = data;
    clEnqueueSVMUnmap(cl_queue, list, 0, NULL, NULL);
    clSetKernelArgSVMPointer(kernel, 0, list);
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof data, &data);
    cl_run(cl_queue, kernel, 1);
    clFinish(cl_queue);
    float *other = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, list, 4096, 0, NULL, NULL);
    *list = other;
    clEnqueueSVMUnmap(cl_queue, list, 0, NULL, NULL);
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof other, &other);
    clSVMFree(cl_ctx, data);
    cl_run(cl_queue, kernel, 1);
    clFinish(cl_queue);
    clSVMFree(cl_ctx, other);
    clSVMFree(cl_ctx, list);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
