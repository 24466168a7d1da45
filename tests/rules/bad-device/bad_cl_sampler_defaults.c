#include "cl_world.h"

/* NULL stands for the defaults; PoCL 3 refuses it. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    clCreateSamplerWithProperties(cl_ctx, NULL, &e); // expect: bad-device arg=sampler_properties result=-30 accepted=none says=does_not_accept_NULL
    cl_end();
    return 0;
}
