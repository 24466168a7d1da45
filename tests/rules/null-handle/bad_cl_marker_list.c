#include "cl_world.h"

/* The list has a place for an event that was never made. */
int main(void)
{
    cl_event none[1] = {NULL};
    cl_world();
    clEnqueueMarkerWithWaitList(cl_queue, 1, none, NULL); // expect: null-handle arg=event_wait_list result=-57
    cl_end();
    return 0;
}
