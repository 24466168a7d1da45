#include "cl_world.h"

/* Optional parts are used where the device has them, and what replaces a missing call. */
int main(void)
{
    cl_uint pipes = 0;
    cl_int e;
    cl_event event;
    cl_sampler_properties defaults[] = { CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP,
                                         CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0 };
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_PIPE_SUPPORT, sizeof pipes, &pipes, NULL);
    if (pipes)
        clReleaseMemObject(clCreatePipe(cl_ctx, 0, 4, 16, NULL, &e));
    cl_sampler sampler = clCreateSamplerWithProperties(cl_ctx, defaults, &e);
    clReleaseSampler(sampler);
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
    clEnqueueBarrierWithWaitList(cl_queue, 1, &event, NULL);
    clReleaseEvent(event);
    cl_end();
    return 0;
}
