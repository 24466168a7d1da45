#include "cl_world.h"

/* The kernel has a typing error, nobody asks for the log, and the kernel is missing afterwards. */
int main(void)
{
    const char *source = "kernel void scale(global float *data, float factor)\n{\n    data[get_global_id(0)] *= facter;\n}\n";
    cl_int e;
    cl_world();
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e); // site: created
    clBuildProgram(program, 1, &cl_device, "", NULL, NULL); // expect: build-failed object=program result=-11
    clCreateKernel(program, "scale", &e);
    clReleaseProgram(program);
    cl_end();
    return 0;
}
