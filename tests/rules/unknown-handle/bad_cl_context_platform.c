#include "cl_world.h"

/* A device where the platform belongs. */
int main(void)
{
    cl_world();
    cl_int e;
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)cl_device, 0 };
    cl_context c = clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, &e); // expect-soft: unknown-handle arg=properties accepted=none // expect-real: unknown-handle arg=properties
    if (c) clReleaseContext(c);
    cl_end();
    return 0;
}
