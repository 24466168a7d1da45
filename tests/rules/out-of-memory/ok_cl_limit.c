#include "cl_world.h"
#include <sys/resource.h>

enum { BUFFERS = 4 };
#define SIZE ((size_t)256 << 20)

/* The same within a limit that is wide enough. */
int main(int argc, char **argv)
{
    struct rlimit limit = { (rlim_t)64 << 30, (rlim_t)64 << 30 };
    cl_mem buffers[BUFFERS];
    char one = 1;
    if (argc == 1) { /* as a shell's ulimit -v does */
        setrlimit(RLIMIT_AS, &limit);
        execl("/proc/self/exe", argv[0], "limited", (char *)NULL);
    }
    cl_world();
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, SIZE, NULL, &cl_status);
        clEnqueueFillBuffer(cl_queue, buffers[i], &one, 1, 0, 4096, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    for (int i = 0; i < BUFFERS; i++)
        clReleaseMemObject(buffers[i]);
    cl_end();
    return 0;
}
