#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_sampler s = clCreateSampler(cl_ctx, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, NULL);
    clReleaseSampler(s);
    clReleaseSampler(s); // expect: double-destroy arg=sampler object=sampler contained=1
    cl_end();
    return 0;
}
