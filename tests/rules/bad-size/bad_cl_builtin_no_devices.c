#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    clCreateProgramWithBuiltInKernels(cl_ctx, 0, &cl_device, "none", &e); // expect: bad-size arg=num_devices accepted=warning
    cl_end();
    return 0;
}
