#include "cl_world.h"

/* NULL stands for the defaults; PoCL 3 refuses it, NVIDIA's driver dereferences it. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    clCreateSamplerWithProperties(cl_ctx, NULL, &e); // expect-soft: bad-device arg=sampler_properties result=-30 accepted=none says=does_not_accept_NULL // expect-real: null-pointer arg=sampler_properties says=OpenCL_allows_that
    cl_end();
    return 0;
}
