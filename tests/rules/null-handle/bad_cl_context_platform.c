#include "cl_world.h"

/* The platform was never asked for. */
int main(void)
{
    cl_world();
    cl_int e;
    cl_platform_id platform = NULL;
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0 };
    cl_context c = clCreateContext(list, 1, &cl_device, NULL, NULL, &e); // expect-soft: null-handle arg=properties accepted=none // expect-real: null-handle arg=properties
    if (c) clReleaseContext(c);
    cl_end();
    return 0;
}
