#include "cl_world.h"

/* A file as it is read: nothing says where it ends. */
int main(void)
{
    cl_int e;
    cl_world();
    char *source = malloc(sizeof SCALE - 1 + 8); // site: created
    memset(source, ' ', sizeof SCALE - 1 + 8);
    memcpy(source, SCALE, sizeof SCALE - 1);
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, (const char **)&source, NULL, &e); // expect: host-overrun arg=strings object=host-memory
    if (program) clReleaseProgram(program);
    free(source);
    cl_end();
    return 0;
}
