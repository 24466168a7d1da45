#include "cl_world.h"

/* Nobody looks at anything: the kernel that there is not is launched, too. */
int main(void)
{
    cl_world();
    const char *source = "kernel void fill(global int *data) { data[get_global_id(0)] = undeclared; }";
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &cl_status);
    clBuildProgram(program, 1, &cl_device, "", NULL, NULL); // expect: build-failed object=program says=does_not_compile
    cl_kernel kernel = clCreateKernel(program, "fill", &cl_status);
    cl_run(cl_queue, kernel, 64);
    clReleaseProgram(program);
    cl_end();
    return 0;
}
