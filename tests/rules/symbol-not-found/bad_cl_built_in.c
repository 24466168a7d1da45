#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    clCreateProgramWithBuiltInKernels(cl_ctx, 1, &cl_device, "fill", &e); // expect: symbol-not-found arg=kernel_names result=-30 accepted=none says="fill"
    cl_end();
    return 0;
}
