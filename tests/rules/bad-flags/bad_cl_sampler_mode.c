#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_sampler s = clCreateSampler(cl_ctx, CL_FALSE, 0x9999, CL_FILTER_NEAREST, NULL); // expect-soft: bad-flags arg=addressing_mode severity=warning // expect-real: bad-flags arg=addressing_mode accepted=warning
    if (s) clReleaseSampler(s);
    cl_end();
    return 0;
}
