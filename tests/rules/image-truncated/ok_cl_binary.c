#include "cl_world.h"

/* A binary with more behind its end than it needs, and a whole one. */
int main(void)
{
    cl_int e, status;
    cl_world();
    size_t size = 0;
    cl_program program = cl_built("kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }\nkernel void thrice(global int *x) { x[get_global_id(0)] *= 3; }\n");
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    unsigned char *binary = calloc(size, 2);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    clReleaseProgram(program);
    const unsigned char *whole = binary;
    for (size_t length = size; length <= 2 * size; length += size) {
        cl_program again = clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &length, &whole, &status, &e);
        if (!again)
            return 1;
        clBuildProgram(again, 1, &cl_device, "", NULL, NULL);
        cl_kernel kernel = clCreateKernel(again, "thrice", &e);
        if (!kernel)
            return 2;
        clReleaseKernel(kernel);
        clReleaseProgram(again);
    }
    free(binary);
    cl_end();
    return 0;
}
