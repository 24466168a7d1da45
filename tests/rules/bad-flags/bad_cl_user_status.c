#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_event e = clCreateUserEvent(cl_ctx, NULL);
    clSetUserEventStatus(e, CL_RUNNING); // expect: bad-flags arg=execution_status accepted=warning
    clSetUserEventStatus(e, CL_COMPLETE);
    clReleaseEvent(e);
    cl_end();
    return 0;
}
