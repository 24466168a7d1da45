#include "cl_world.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

static sigjmp_buf back;
static char *hole;
static volatile int filled;

static void recover(int number) { (void)number; siglongjmp(back, 1); }

static void fill(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    mprotect(hole, 4096, PROT_READ | PROT_WRITE);
    filled++;
}

static void CL_CALLBACK touch(cl_event event, cl_int status, void *user)
{
    (void)event, (void)status, (void)user;
    hole[100] = 1;
}

/* A program that handles its own faults while kernels run, on its thread and in a callback. */
static int scale_reference(volatile int *data) { return *data; }

int main(void)
{
    cl_event event;
    cl_world();
    cl_mem buffer = cl_buffer(1 << 20);
    cl_kernel kernel = cl_doubling(buffer);
    hole = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    signal(SIGSEGV, recover);
    cl_run(cl_queue, kernel, 1 << 18);
    if (!sigsetjmp(back, 1))
        scale_reference((int *)16);
    struct sigaction action = {.sa_sigaction = fill, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    size_t count = 1 << 18;
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, NULL, 0, NULL, &event);
    clSetEventCallback(event, CL_COMPLETE, touch, NULL);
    clFinish(cl_queue);
    while (!filled)
        usleep(1000);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
