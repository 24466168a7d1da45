#include "cl_world.h"

/* The program compares what clCreateKernel says, but with another code; a variable beside it holds the right one. */
int main(void)
{
    const char *source = SCALE;
    cl_int status, other = CL_SUCCESS;
    cl_world();
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &other);
    clBuildProgram(program, 1, &cl_device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "scale_fast", &status); // expect: symbol-not-found severity=error
    if (status == CL_INVALID_PROGRAM_EXECUTABLE || other == CL_INVALID_KERNEL_NAME)
        printf("not built\n");
    if (kernel)
        clReleaseKernel(kernel);
    clReleaseProgram(program);
    cl_end();
    return 0;
}
