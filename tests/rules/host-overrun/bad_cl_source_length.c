#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    char *source = malloc(128); // site: created
    memset(source, ' ', 128);
    memcpy(source, SCALE, sizeof SCALE - 1);
    const char *texts[] = { source };
    size_t lengths[] = { 4096 };
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, texts, lengths, &e); // expect: host-overrun arg=strings object=host-memory
    if (program) clReleaseProgram(program);
    free(source);
    cl_end();
    return 0;
}
