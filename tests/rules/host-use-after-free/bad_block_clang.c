// cc: clang -O1
#include "cuda_runtime.h"

int main(void)
{
    char *device;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreate(&stream);
    for (int i = 0; i < 2; i++) {
        volatile int local[64] = { i };
        cudaMemcpyAsync(device, (void *)local, sizeof local, cudaMemcpyHostToDevice, stream); // expect: host-use-after-free arg=src object=host-memory severity=warning
    }
    cudaStreamSynchronize(stream); // site: related
    cudaStreamDestroy(stream);
    cudaFree(device);
    return 0;
}
