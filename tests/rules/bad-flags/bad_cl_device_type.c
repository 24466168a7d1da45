#include "cl_world.h"

int main(void)
{
    cl_device_id device;
    cl_world();
    clGetDeviceIDs(cl_platform, 0, 1, &device, NULL); // expect: bad-flags arg=device_type
    cl_end();
    return 0;
}
