// needs: protection keys
#include "cl_world.h"
#include <pthread.h>

enum { SIZE = 1 << 20 };
static volatile int *data, sum;

static void *consume(void *unused)
{
    sum = data[4000]; // expect: host-read-in-flight
    return unused;
}

/* The consumer's thread is told that the read was enqueued, not that it is over. */
int main(void)
{
    pthread_t consumer;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    data = malloc(SIZE);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, NULL); // site: related
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(consumer, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)data);
    return 0;
}
