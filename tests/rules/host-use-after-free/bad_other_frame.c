#include "cuda_runtime.h"

/* The wait comes in another function, whose frame lies where the array was. */
static void start(char *device, cudaStream_t stream)
{
    char local[4096] = { 1 }; // site: created
    cudaMemcpyAsync(device, local, sizeof local, cudaMemcpyHostToDevice, stream); // expect: host-use-after-free arg=src object=host-memory severity=warning
}

static int finish(cudaStream_t stream)
{
    volatile char room[8192];
    room[0] = 0;
    return cudaStreamSynchronize(stream) + room[0]; // site: related
}

int main(void)
{
    char *device;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreate(&stream);
    start(device, stream);
    finish(stream);
    cudaStreamDestroy(stream);
    return cudaFree(device);
}
