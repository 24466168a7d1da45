/* Two blocks that tell each other something by flags: 1024 bytes that both use, a result of each thread, two flags. */
#include <cuda_runtime.h>

struct flagged {
    int *x, *flag, *out;
};

static flagged flagged_make()
{
    flagged memory;
    cudaMalloc(&memory.x, 1024);
    cudaMalloc(&memory.flag, 8);
    cudaMalloc(&memory.out, 1024);
    return memory;
}

static void flagged_clear(const flagged &memory)
{
    cudaMemset(memory.x, 0, 1024);
    cudaMemset(memory.flag, 0, 8);
}

/* The status of the program. */
static int flagged_end(const flagged &memory)
{
    return cudaDeviceSynchronize() || (cudaFree(memory.x) | cudaFree(memory.flag) | cudaFree(memory.out));
}
