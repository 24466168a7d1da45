#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_mem_properties unknown[] = { 0x7ffe, 1, 0 };
    cl_sampler_properties other[] = { CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0x7ffe, 1, 0 };
    cl_world();
    clCreateBufferWithProperties(cl_ctx, unknown, 0, 64, NULL, &e); // expect: bad-flags arg=properties accepted=none says=0x7ffe
    clCreateSamplerWithProperties(cl_ctx, other, &e);               // expect: bad-flags arg=sampler_properties accepted=none says=0x7ffe
    cl_end();
    return 0;
}
