#include "cl_world.h"

/* Lengths for all, for none, for one; blocks without a zero at their end. */
int main(void)
{
    cl_int e;
    cl_world();
    char *exact = malloc(sizeof SCALE - 1), *ended = strdup("kernel void other(global int *a) { a[0] = 1; }");
    memcpy(exact, SCALE, sizeof SCALE - 1);
    const char *texts[] = { exact, ended };
    size_t lengths[] = { sizeof SCALE - 1, 0 };
    cl_program program = clCreateProgramWithSource(cl_ctx, 2, texts, lengths, &e);
    e = clBuildProgram(program, 0, NULL, "", NULL, NULL);
    clReleaseProgram(program);
    program = clCreateProgramWithSource(cl_ctx, 1, &texts[1], NULL, NULL);
    clReleaseProgram(program);
    free(exact);
    free(ended);
    cl_end();
    return e ? 1 : 0;
}
