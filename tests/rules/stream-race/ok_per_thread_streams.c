#include <pthread.h>
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

static char *shared;

static void *fill(void *unused)
{
    cudaMemsetAsync_ptsz(shared, 1, SIZE, 0);
    cudaStreamSynchronize_ptsz(0);
    return unused;
}

/* Built for per-thread default streams; the thread waits for its own before it ends. */
int main(void)
{
    pthread_t thread;
    cudaMalloc((void **)&shared, SIZE);
    pthread_create(&thread, NULL, fill, NULL);
    pthread_join(thread, NULL);
    cudaMemsetAsync_ptsz(shared, 2, SIZE, 0);
    return cudaDeviceSynchronize() != 0;
}
