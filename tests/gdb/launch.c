#include <cuda_runtime.h>

/* Functions as nvcc writes them for the launch of a kernel, here of a copy that is too long: gdb is
 * to stop in main, where [count] is 128. */
static void __cudaLaunchKernel_helper(char *memory, const char *host)
{
    cudaMemcpy(memory, host, 128, cudaMemcpyHostToDevice);
}

static void __device_stub__Z4blurPc(char *memory, const char *host)
{
    __cudaLaunchKernel_helper(memory, host);
}

static void blur(char *memory, const char *host) { __device_stub__Z4blurPc(memory, host); }

int main(void)
{
    static char host[128];
    size_t count = sizeof host;
    char *memory = NULL;
    cudaMalloc((void **)&memory, 64);
    blur(memory, host);
    return count == 0;
}
