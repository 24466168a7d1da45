#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include "cl_world.h"

/* PoCL 3 ends the program in this call. */
int main(void)
{
    cl_event event;
    cl_world();
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
    clEnqueueWaitForEvents(cl_queue, 1, &event); // expect: bad-device contained=1 accepted=none says=does_not_implement
    clReleaseEvent(event);
    cl_end();
    return 0;
}
