#include "cl_world.h"

int main(void)
{
    cl_world();
    unsigned size = 0; /* the answer is a size_t */
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clGetKernelWorkGroupInfo(kernel, cl_device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL); // expect: bad-size arg=param_value_size accepted=none
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
