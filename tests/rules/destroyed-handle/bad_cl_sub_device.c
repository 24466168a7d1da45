#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_device_partition_property list[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_device_id d[8];
    cl_uint n = 0;
    if (clCreateSubDevices(cl_device, list, 8, d, &n) || !n) exit(77);
    for (cl_uint i = 0; i < n; i++) clReleaseDevice(d[i]);
    cl_context c = clCreateContext(NULL, 1, d, NULL, NULL, NULL); // expect: destroyed-handle arg=devices object=device contained=1
    if (c) clReleaseContext(c);
    cl_end();
    return 0;
}
