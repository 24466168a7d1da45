#include "cl_world.h"

int main(void)
{
    char names[4096] = "";
    cl_int e;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_BUILT_IN_KERNELS, sizeof names - 1, names, NULL);
    if (names[0]) {
        names[strcspn(names, ";")] = 0;
        cl_program program = clCreateProgramWithBuiltInKernels(cl_ctx, 1, &cl_device, names, &e);
        clReleaseProgram(program);
    }
    cl_end();
    return 0;
}
