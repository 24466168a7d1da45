#include "cl_world.h"

static const char *good = "kernel void set(global int *a) { a[get_global_id(0)] = 1; }";
static volatile int called;

static void CL_CALLBACK wrong(const char *words, const void *data, size_t size, void *user)
{
    (void)words, (void)data, (void)size, (void)user;
}

static void CL_CALLBACK built(cl_program program, void *data)
{
    cl_build_status status;
    clGetProgramBuildInfo(program, cl_device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    free(data);
    __atomic_add_fetch(&called, 1, __ATOMIC_RELEASE);
}

static void CL_CALLBACK gone(cl_context context, void *data)
{
    (void)context;
    free(data);
}

/* Data that each callback frees, and data that outlive all callbacks. */
int main(void)
{
    static char name[] = "context";
    cl_world();
    cl_context other = clCreateContext(NULL, 1, &cl_device, wrong, name, &cl_status);
    clSetContextDestructorCallback(other, gone, calloc(1, 40));
    for (int i = 0; i < 4; i++) {
        cl_program program = clCreateProgramWithSource(other, 1, &good, NULL, &cl_status);
        clBuildProgram(program, 0, NULL, "", built, calloc(1, 40));
        for (int wait = 0; wait < 2000 && called <= i; wait++)
            usleep(1000);
        clReleaseProgram(program);
    }
    clReleaseContext(other);
    cl_end();
    return 0;
}
