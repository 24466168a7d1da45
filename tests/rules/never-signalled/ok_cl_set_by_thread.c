#include <pthread.h>

#include "cl_world.h"

static void *work(void *event)
{
    usleep(200000);
    clSetUserEventStatus(event, CL_COMPLETE);
    return NULL;
}

int main(void)
{
    cl_int e, zero = 0;
    pthread_t thread;
    alarm(20);
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_event event = clCreateUserEvent(cl_ctx, &e);
    e |= clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 1, &event, NULL);
    pthread_create(&thread, NULL, work, event);
    e |= clWaitForEvents(1, &event);
    clFinish(cl_queue);
    pthread_join(thread, NULL);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
