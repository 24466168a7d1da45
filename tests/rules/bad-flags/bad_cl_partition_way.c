#include "cl_world.h"

/* No device is divided in a way of another vendor's. */
int main(void)
{
    cl_world();
    cl_device_id parts[8];
    cl_device_partition_property list[] = { 0x4099, 1, 0 };
    clCreateSubDevices(cl_device, list, 8, parts, NULL); // expect: bad-flags arg=properties
    cl_end();
    return 0;
}
