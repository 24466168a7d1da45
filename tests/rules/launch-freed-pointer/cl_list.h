/* A kernel that finds its data through a pointer in shared memory. */
#include "cl_world.h"

static float **list;
static cl_kernel kernel;

static void make_list(void)
{
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    list = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    kernel = cl_kernel_of("struct list { global float *data; }; kernel void first(global struct list *list) { list->data[0] = 1; }", "first");
    clSetKernelArgSVMPointer(kernel, 0, list);
}

/* The list leads to [data], and the kernel is told so. */
static void lead_to(float *data)
{
    clEnqueueSVMMap(cl_queue, CL_TRUE, CL_MAP_WRITE, list, 4096, 0, NULL, NULL);
    *list = data;
    clEnqueueSVMUnmap(cl_queue, list, 0, NULL, NULL);
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof data, &data);
}

static void drop_list(void)
{
    clFinish(cl_queue);
    clSVMFree(cl_ctx, list);
    clReleaseKernel(kernel);
}
