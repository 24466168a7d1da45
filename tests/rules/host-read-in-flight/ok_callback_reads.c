#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };
static char *host;
static int sum;
static void look(void *unused) { sum += host[SIZE - 1]; }

/* A host function comes after the copies in front of it. */
int main(void)
{
    char *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    for (int i = 1; i < 4; i++) {
        cudaMemsetAsync(device, i, SIZE, s);
        cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
        cudaLaunchHostFunc(s, look, 0);
    }
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return sum != 6;
}
