#include "cl_world.h"

int main(void)
{
    cl_world();
    char name[2];
    clGetDeviceInfo(cl_device, CL_DEVICE_NAME, sizeof name, name, NULL); // expect: bad-size arg=param_value_size severity=note accepted=none
    cl_end();
    return 0;
}
