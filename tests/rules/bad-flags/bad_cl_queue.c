#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "cl_world.h"

/* A bit that no version of OpenCL has. */
int main(void)
{
    cl_int e;
    cl_world();
    clCreateCommandQueue(cl_ctx, cl_device, (cl_command_queue_properties)1 << 40, &e); // expect: bad-flags arg=properties result=-30 accepted=warning
    cl_end();
    return 0;
}
