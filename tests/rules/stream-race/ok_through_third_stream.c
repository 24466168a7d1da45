#include "cuda_runtime.h"

static char host[4096];

/* Order is transitive: a before b before c. */
int main(void)
{
    char *device;
    cudaStream_t a, b, c;
    cudaEvent_t first, second;
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    cudaMemsetAsync(device, 1, 4096, a);
    cudaEventRecord(first, a);
    cudaStreamWaitEvent(b, first, 0);
    cudaEventRecord(second, b);
    cudaStreamWaitEvent(c, second, 0);
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, c);
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
