#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_context c = clCreateContext(NULL, 0, &cl_device, NULL, NULL, NULL); // expect: bad-size arg=num_devices accepted=warning
    if (c) clReleaseContext(c);
    cl_end();
    return 0;
}
