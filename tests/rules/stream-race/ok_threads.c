#include <pthread.h>

#include "cuda_runtime.h"

/* Threads with a stream each; what one made the others use after a join. */
static char *device;

static void *work(void *stream)
{
    static char host[4][4096];
    int i = (int)(size_t)stream;
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    for (int k = 0; k < 20; k++) {
        cudaMemsetAsync(device + i * 4096, k, 4096, own);
        cudaMemcpyAsync(host[i], device + i * 4096, 4096, cudaMemcpyDeviceToHost, own);
    }
    cudaStreamSynchronize(own);
    cudaStreamDestroy(own);
    return 0;
}

int main(void)
{
    pthread_t thread[4];
    cudaStream_t last;
    cudaMalloc((void **)&device, 4 * 4096);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], 0, work, (void *)(size_t)i);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], 0);
    cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking);
    cudaMemsetAsync(device, 0, 4 * 4096, last);
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
