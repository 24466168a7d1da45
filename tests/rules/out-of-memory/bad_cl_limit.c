// needs: limits of address space
#include "cl_world.h"
#include <sys/resource.h>

enum { BUFFERS = 24 };
#define SIZE ((size_t)256 << 20)

/* Under a limit of the address space PoCL gets no memory for a buffer when that is used first, and
 * dies of an assertion. */
int main(int argc, char **argv)
{
    struct rlimit limit = { (rlim_t)3 << 30, (rlim_t)3 << 30 };
    cl_mem buffers[BUFFERS];
    char one = 1;
    if (argc == 1) { /* as a shell's ulimit -v does */
        setrlimit(RLIMIT_AS, &limit);
        execl("/proc/self/exe", argv[0], "limited", (char *)NULL);
    }
    cl_world();
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, SIZE, NULL, &cl_status);
        clEnqueueFillBuffer(cl_queue, buffers[i], &one, 1, 0, 4096, 0, NULL, NULL); // expect: out-of-memory says=268435456_bytes
        clFinish(cl_queue);
    }
    return 0;
}
