#include "cl_world.h"

/* A double for a float, and the binary does not say what the kernel takes. */
int main(void)
{
    size_t size = 0;
    double factor = 2;
    cl_int e, status;
    cl_world();
    cl_program program = cl_built(SCALE);
    unsigned char *binary = cl_binary_of(program, &size);
    cl_program again = clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &size, (const unsigned char **)&binary, &status, &e);
    e |= clBuildProgram(again, 0, NULL, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(again, "scale", &e);
    clSetKernelArg(kernel, 1, sizeof factor, &factor); // expect: launch-arguments arg=arg_size result=-51 object=kernel accepted=none
    clReleaseKernel(kernel);
    clReleaseProgram(again);
    clReleaseProgram(program);
    free(binary);
    cl_end();
    return 0;
}
