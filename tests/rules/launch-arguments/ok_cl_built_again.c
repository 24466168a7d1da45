#include "cl_world.h"

/* The same kernel of the same program, built once more with other options: it has one argument more. */
int main(void)
{
    const char *source = "kernel void f(global float *a\n#ifdef TWO\n, float b\n#endif\n) {\n#ifdef TWO\na[get_global_id(0)] = b;\n#else\na[get_global_id(0)] = 1;\n#endif\n}\n";
    float value = 2;
    cl_int e = 0, bad;
    cl_world();
    cl_mem buffer = cl_buffer(256);
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &bad);
    for (int i = 0; i < 6; i++) {
        e |= clBuildProgram(program, 1, &cl_device, i & 1 ? "-DTWO" : "", NULL, NULL);
        for (int k = 0; k < 2; k++) {
            cl_kernel kernel = clCreateKernel(program, "f", &bad);
            e |= bad | clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
            if (i & 1)
                e |= clSetKernelArg(kernel, 1, sizeof value, &value);
            e |= cl_run(cl_queue, kernel, 64);
            e |= clFinish(cl_queue);
            clReleaseKernel(kernel);
        }
    }
    clReleaseProgram(program);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
