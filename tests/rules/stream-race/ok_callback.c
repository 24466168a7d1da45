#include <semaphore.h>

#include "cuda_runtime.h"

/* A host function tells a waiting thread that the stream has come so far. */
static sem_t ready;
static void tell(void *unused) { sem_post(&ready); }

int main(void)
{
    char *device, *host;
    cudaStream_t a, b;
    sem_init(&ready, 0, 0);
    cudaMalloc((void **)&device, 4096);
    cudaMallocHost((void **)&host, 4096);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMemsetAsync(device, 7, 4096, a);
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, a);
    cudaLaunchHostFunc(a, tell, 0);
    sem_wait(&ready);
    int good = host[4095] == 7;
    cudaMemsetAsync(device, 8, 4096, b);
    cudaDeviceSynchronize();
    cudaFreeHost(host);
    cudaFree(device);
    return !good;
}
