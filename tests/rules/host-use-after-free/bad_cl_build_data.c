#include "cl_world.h"

static const char *source = "kernel void set(global int *a) { a[get_global_id(0)] = 1; }";

static volatile int seen;

struct note {
    int built;
    char name[60];
};

static void CL_CALLBACK built(cl_program program, void *data)
{
    (void)program;
    seen = ((volatile struct note *)data)->built;
}

static void keep_out(struct note *note) { free(note); } // site: destroyed

/* The note is freed, the build that is to fill it comes later. */
int main(void)
{
    cl_world();
    struct note *note = calloc(1, sizeof *note); // site: created
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &cl_status);
    keep_out(note);
    clBuildProgram(program, 0, NULL, "", built, note); // expect: host-use-after-free severity=warning arg=user_data state=freed
    clReleaseProgram(program);
    cl_end();
    return 0;
}
