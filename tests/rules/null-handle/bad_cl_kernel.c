#include "cl_world.h"

/* PoCL does not look whether there is a kernel at all. */
int main(void)
{
    cl_world();
    cl_int e = cl_run(cl_queue, NULL, 64); // expect: null-handle arg=kernel contained=1
    cl_end();
    return e != CL_INVALID_KERNEL;
}
