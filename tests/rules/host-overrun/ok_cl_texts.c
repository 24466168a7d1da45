#include "cl_world.h"

static const char *table[] = { SCALE, "kernel void last(global int *a) { a[0] = 2; }" };

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
    size_t sizes[] = { sizeof SCALE - 1, strlen(table[1]) };
    program = clCreateProgramWithSource(cl_ctx, 2, table, sizes, NULL);
    clReleaseProgram(program);
    char local[128];
    strcpy(local, table[1]);
    const char *one = local;
    program = clCreateProgramWithSource(cl_ctx, 1, &one, &sizes[1], NULL);
    clReleaseProgram(program);
    free(exact);
    free(ended);
    cl_end();
    return e ? 1 : 0;
}
