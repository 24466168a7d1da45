// options: --watchdog 0.3
#include "cl_world.h"

/* The event still has a handle, but the only thread that could set its status waits for it. */
int main(void)
{
    cl_int e;
    cl_world();
    alarm(2);
    cl_event event = clCreateUserEvent(cl_ctx, &e); // site: created
    clWaitForEvents(1, &event); // expect: never-signalled arg=event_list object=event
    clReleaseEvent(event);
    cl_end();
    return 0;
}
