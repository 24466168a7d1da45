#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_device_partition_property list[] = { CL_DEVICE_PARTITION_EQUALLY, 100000, 0 };
    cl_device_id d[8];
    cl_uint n;
    clCreateSubDevices(cl_device, list, 8, d, &n); // expect-soft: bad-size arg=properties accepted=none // expect-real: bad-flags
    cl_end();
    return 0;
}
