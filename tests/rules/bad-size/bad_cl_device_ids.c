#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_device_id d;
    clGetDeviceIDs(cl_platform, CL_DEVICE_TYPE_ALL, 0, &d, NULL); // expect: bad-size arg=num_entries accepted=warning
    cl_end();
    return 0;
}
