#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
    cl_command_queue queue = clCreateCommandQueueWithProperties(cl_ctx, cl_device, list, &e);
    clReleaseCommandQueue(queue);
    cl_end();
    return e;
}
