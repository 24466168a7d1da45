#include "cl_world.h"

int main(void)
{
    cl_event event;
    cl_world();
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event); // site: created
    clFinish(cl_queue);
    clReleaseEvent(event); // site: destroyed
    clReleaseEvent(event); // expect: double-destroy arg=event object=event contained=1
    cl_end();
    return 0;
}
