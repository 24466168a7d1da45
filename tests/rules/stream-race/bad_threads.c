#include <pthread.h>

#include "cuda_runtime.h"

static char *device;
static cudaStream_t stream[2];

static void *fill(void *unused)
{
    cudaMemsetAsync(device, 1, 4096, stream[0]); // site: related
    return unused;
}

/* A join orders the threads, not the work that they enqueued. */
int main(void)
{
    pthread_t thread;
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreateWithFlags(&stream[0], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&stream[1], cudaStreamNonBlocking);
    pthread_create(&thread, 0, fill, 0);
    pthread_join(thread, 0);
    cudaMemsetAsync(device, 2, 4096, stream[1]); // expect: stream-race arg=devPtr
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
