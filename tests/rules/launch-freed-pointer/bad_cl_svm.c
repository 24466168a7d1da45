#include "cl_world.h"

int main(void)
{
    float two = 2;
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    float *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArgSVMPointer(kernel, 0, shared);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    clSVMFree(cl_ctx, shared); // site: destroyed
    cl_run(cl_queue, kernel, 1024); // expect: launch-freed-pointer arg=data
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
