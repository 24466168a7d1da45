#include "cl_world.h"

static char data[256];
static cl_mem buffer;

/* Fine for the host, as often as it likes; the last time it is done for a callback. */
static void send(void)
{
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: callback-blocks api=clEnqueueWriteBuffer arg=blocking_write
}

static volatile int done;

static void CL_CALLBACK filled(cl_event event, cl_int status, void *user)
{
    (void)event; (void)status; (void)user;
    send();
    done = 1;
}

/* A callback for an event that is over is called at once, by the same thread. */
int main(void)
{
    cl_event event;
    alarm(20);
    cl_world();
    buffer = cl_buffer(sizeof data);
    for (int i = 0; i < 10; i++)
        send();
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
    clFinish(cl_queue);
    clSetEventCallback(event, CL_COMPLETE, filled, NULL); // site: related
    while (!done)
        usleep(1000);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
