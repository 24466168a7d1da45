// options: --host-guard always
#include "cl_world.h"
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

enum { SIZE = 1 << 20 };
static int fixed[SIZE / sizeof(int)];
static volatile int over, late;

static void CL_CALLBACK tell(cl_event event, cl_int status, void *data)
{
    late = ((int *)data)[700] + status; /* over by now, and this thread is the driver's */
    __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
}

static void *wait_here(void *event)
{
    clWaitForEvents(1, event);
    return NULL;
}

/* All the ways to learn that a read is over: a callback that sets a flag, times, another thread, a marker in another queue, a blocking
 * map of something else behind it, an out-of-order queue's barrier. */
int main(void)
{
    cl_event event, marker;
    cl_ulong when;
    cl_int one = 1;
    pthread_t thread;
    cl_world();
    cl_command_queue loose = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    cl_mem buffer = cl_buffer(SIZE), other = cl_buffer(4096);
    int *heap = malloc(SIZE), *mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), sum = 0;
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, SIZE, 0, NULL, NULL);
    clFinish(cl_queue);

    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, heap, 0, NULL, &event);
    clSetEventCallback(event, CL_COMPLETE, tell, heap);
    clFlush(cl_queue);
    while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE))
        sched_yield();
    sum += heap[0];
    clReleaseEvent(event);

    clEnqueueReadBuffer(loose, buffer, CL_FALSE, 0, SIZE, mapped, 0, NULL, &event);
    clFlush(loose);
    while (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof when, &when, NULL) == CL_PROFILING_INFO_NOT_AVAILABLE)
        sched_yield();
    sum += mapped[5000];
    clReleaseEvent(event);

    clEnqueueReadBuffer(loose, buffer, CL_FALSE, 0, SIZE, fixed, 0, NULL, &event);
    pthread_create(&thread, NULL, wait_here, &event);
    pthread_join(thread, NULL);
    sum += fixed[9000];
    clReleaseEvent(event);

    clEnqueueReadBuffer(loose, buffer, CL_FALSE, 0, SIZE, heap, 0, NULL, &event);
    clFlush(loose);
    clEnqueueMarkerWithWaitList(cl_queue, 1, &event, &marker);
    clWaitForEvents(1, &marker);
    sum += heap[3000];
    clReleaseEvent(event);
    clReleaseEvent(marker);

    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, heap, 0, NULL, NULL);
    void *p = clEnqueueMapBuffer(cl_queue, other, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &cl_status);
    sum += heap[0];
    clEnqueueUnmapMemObject(cl_queue, other, p, 0, NULL, NULL);

    clEnqueueReadBuffer(loose, buffer, CL_FALSE, 0, SIZE, mapped, 0, NULL, NULL);
    clEnqueueBarrierWithWaitList(loose, 0, NULL, &event);
    clWaitForEvents(1, &event);
    sum += mapped[0];
    clReleaseEvent(event);

    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseMemObject(other);
    clReleaseCommandQueue(loose);
    cl_end();
    free(heap);
    munmap(mapped, SIZE);
    return sum != 6 || late != 1;
}
