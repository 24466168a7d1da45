#include <pthread.h>
#include <semaphore.h>

#include "cl_world.h"

static sem_t ready;
static char data[4096];

/* The callback wakes the host, and enqueues without waiting. */
static void CL_CALLBACK filled(cl_event event, cl_int status, void *buffer)
{
    (void)event;
    (void)status;
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, NULL);
    clFlush(cl_queue);
    sem_post(&ready);
}

int main(void)
{
    cl_event event;
    int zero = 0;
    alarm(20);
    sem_init(&ready, 0, 0);
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event);
    cl_int e = clSetEventCallback(event, CL_COMPLETE, filled, buffer);
    clFlush(cl_queue);
    sem_wait(&ready);
    clFinish(cl_queue);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
