#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    clCreateProgramWithBuiltInKernels(cl_ctx, 1, &cl_device, NULL, &e); // expect: null-pointer arg=kernel_names accepted=warning
    cl_end();
    return 0;
}
