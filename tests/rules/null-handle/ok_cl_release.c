#include "cl_world.h"

// notes: null-handle
/* A destructor that releases what was never made. */
int main(void)
{
    cl_mem never = NULL;
    cl_world();
    cl_int e = clReleaseMemObject(never);
    cl_end();
    return e == CL_SUCCESS;
}
