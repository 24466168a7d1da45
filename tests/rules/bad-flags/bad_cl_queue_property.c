#include "cl_world.h"

/* The bits stand where a pair of name and value belongs. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_queue_properties list[] = { CL_QUEUE_PROFILING_ENABLE, 0, 0 };
    clCreateCommandQueueWithProperties(cl_ctx, cl_device, list, &e); // expect: bad-flags arg=properties accepted=warning
    cl_end();
    return 0;
}
