#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_context other = cl_new_context();
    cl_event list[2] = { clCreateUserEvent(cl_ctx, NULL), clCreateUserEvent(other, NULL) };
    clSetUserEventStatus(list[0], CL_COMPLETE);
    clSetUserEventStatus(list[1], CL_COMPLETE);
    clWaitForEvents(2, list); // expect: wrong-context arg=event_list object=event
    clReleaseEvent(list[0]);
    clReleaseEvent(list[1]);
    clReleaseContext(other);
    cl_end();
    return 0;
}
