#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_context_properties list[] = { 0x7777, 1, 0 };
    cl_context c = clCreateContext(list, 1, &cl_device, NULL, NULL, NULL); // expect: bad-flags arg=properties accepted=none
    if (c) clReleaseContext(c);
    cl_end();
    return 0;
}
