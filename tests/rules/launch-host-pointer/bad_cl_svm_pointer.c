#include "cl_world.h"

/* A block of malloc for a device that shares only what clSVMAlloc gives. */
int main(void)
{
    float two = 2;
    cl_world();
    size_t can = cl_device_size(CL_DEVICE_SVM_CAPABILITIES);
    if (!can || can & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)
        exit(77);
    float *data = calloc(1024, sizeof *data); // site: created
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArgSVMPointer(kernel, 0, data); // expect: launch-host-pointer arg=arg_value
    clSetKernelArg(kernel, 1, sizeof two, &two);
    clReleaseKernel(kernel);
    cl_end();
    free(data);
    return 0;
}
