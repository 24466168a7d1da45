#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_event event = clCreateUserEvent(cl_ctx, NULL);
    cl_sampler sampler = clCreateSampler(cl_ctx, CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, NULL);
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)cl_platform, 0 };
    cl_context other = clCreateContext(list, 1, &cl_device, NULL, NULL, NULL);
    clSetUserEventStatus(event, -7); /* an error of its own */
    clReleaseEvent(event);
    if (sampler)
        clReleaseSampler(sampler);
    if (other)
        clReleaseContext(other);
    cl_end();
    return 0;
}
