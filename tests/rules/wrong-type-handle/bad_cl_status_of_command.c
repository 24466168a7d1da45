#include "cl_world.h"

/* Only user events have a status that the program sets. */
int main(void)
{
    cl_event event;
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event); // site: created
    clSetUserEventStatus(event, CL_COMPLETE); // expect: wrong-type-handle arg=event object=event result=-58
    clFinish(cl_queue);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
