#include "cl_world.h"

static void CL_CALLBACK built(cl_program program, void *data) { *(volatile int *)data = 1; }

int main(void)
{
    const char *source = SCALE;
    volatile int over = 0;
    cl_world();
    cl_program one = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, NULL), again = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, NULL);
    clCompileProgram(one, 1, &cl_device, "", 0, NULL, NULL, NULL, NULL);
    cl_program whole = clLinkProgram(cl_ctx, 1, &cl_device, "", 1, &one, NULL, NULL, NULL);
    clBuildProgram(again, 1, &cl_device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(again, "scale", NULL);
    clReleaseKernel(kernel);
    clBuildProgram(again, 1, &cl_device, "-DAGAIN", built, (void *)&over); /* its kernel has gone */
    while (!over)
        usleep(1000);
    clReleaseProgram(whole);
    clReleaseProgram(one);
    clReleaseProgram(again);
    cl_end();
    return 0;
}
