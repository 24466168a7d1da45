#include "cl_world.h"

static volatile int called;

static void CL_CALLBACK filled(cl_event event, cl_int status, void *data)
{
    (void)event, (void)status;
    free(data);
    __atomic_add_fetch(&called, 1, __ATOMIC_RELEASE);
}

static void CL_CALLBACK counted(cl_event event, cl_int status, void *number)
{
    (void)event, (void)status;
    __atomic_add_fetch(&called, (int)(size_t)number, __ATOMIC_RELEASE);
}

static void CL_CALLBACK gone(cl_mem memory, void *data)
{
    (void)memory;
    free(data);
    __atomic_add_fetch(&called, 1, __ATOMIC_RELEASE);
}

/* Data that the callback itself frees, numbers, and none. */
int main(void)
{
    int zero = 0;
    cl_world();
    for (int i = 0; i < 20; i++) {
        cl_mem buffer = cl_buffer(4096);
        cl_event event;
        clSetMemObjectDestructorCallback(buffer, gone, calloc(1, 100));
        clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event);
        clSetEventCallback(event, CL_COMPLETE, filled, calloc(1, 100));
        clSetEventCallback(event, CL_COMPLETE, counted, (void *)1);
        clSetEventCallback(event, CL_COMPLETE, filled, NULL);
        clFinish(cl_queue);
        clReleaseEvent(event);
        clReleaseMemObject(buffer);
    }
    while (__atomic_load_n(&called, __ATOMIC_ACQUIRE) < 80)
        usleep(1000);
    cl_end();
    return 0;
}
