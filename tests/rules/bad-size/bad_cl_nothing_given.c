#include "cl_world.h"

/* No packets, and a setting of no bytes. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    cl_kernel kernel = cl_doubling(cl_buffer(4096));
    void *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    clCreatePipe(cl_ctx, 0, 4, 0, NULL, &e);                                // expect: bad-size arg=pipe_max_packets accepted=none
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, &data);    // expect-soft: bad-size arg=param_value_size severity=warning // expect-real: bad-size arg=param_value_size accepted=warning
    return 0;
}
