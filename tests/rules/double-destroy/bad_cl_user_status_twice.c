#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_event e = clCreateUserEvent(cl_ctx, NULL);
    clSetUserEventStatus(e, CL_COMPLETE);
    clSetUserEventStatus(e, CL_COMPLETE); // expect: double-destroy arg=event object=event
    clReleaseEvent(e);
    cl_end();
    return 0;
}
