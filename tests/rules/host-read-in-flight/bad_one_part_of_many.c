// options: --host-guard always
#include "cuda_runtime.h"

#include <stdio.h>

enum { PARTS = 16, PART = 4096 };

/* Parts come back one after the other, each to its page, and one of them is read too early. */
int main(void)
{
    char *device, *result;
    cudaStream_t stream;
    cudaMalloc((void **)&device, PARTS * PART);
    cudaMemset(device, 7, PARTS * PART);
    cudaMallocHost((void **)&result, PARTS * PART);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int i = 0; i < PARTS - 1; i++)
        cudaMemcpyAsync(result + i * PART, device + i * PART, PART, cudaMemcpyDeviceToHost, stream);
    cudaMemcpyAsync(result + (PARTS - 1) * PART, device + (PARTS - 1) * PART, PART, cudaMemcpyDeviceToHost, stream); // site: related
    printf("%d\n", result[(PARTS - 1) * PART] != 99); // expect: host-read-in-flight
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    cudaFreeHost(result);
    return 0;
}
