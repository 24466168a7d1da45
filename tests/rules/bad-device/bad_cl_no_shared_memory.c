// options: --deep
#include "cl_world.h"

/* Oclgrind is a device of OpenCL 1.2. */
int main(void)
{
    static float data[64];
    cl_world();
    cl_kernel kernel = cl_kernel_of("kernel void f(global float *a) { a[get_global_id(0)] = 1; }", "f");
    clSetKernelArgSVMPointer(kernel, 0, data); // expect: bad-device result=-59 says=shared_memory
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
