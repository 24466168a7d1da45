#include "cl_world.h"

// soft only: how long it is is known of PoCL's binaries
/* A stored binary of which only the first half was read: PoCL reads on behind its end. */
int main(void)
{
    cl_int e, status;
    cl_world();
    size_t size = 0;
    cl_program program = cl_built("kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }\n");
    unsigned char *binary = cl_binary_of(program, &size);
    clReleaseProgram(program);
    size /= 2;
    const unsigned char *half = binary;
    cl_program again = clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &size, &half, &status, &e); // expect: image-truncated arg=binaries
    if (again) clReleaseProgram(again);
    free(binary);
    cl_end();
    return 0;
}
