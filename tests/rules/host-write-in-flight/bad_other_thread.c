#include <pthread.h>
#include <signal.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };
static char *host;

/* A thread that blocks all signals fills the next round's data into a buffer that is still being sent. */
static void *fill(void *unused)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, 0);
    host[0] = 5; // expect: host-write-in-flight object=pinned-memory
    return unused;
}

int main(void)
{
    char *device;
    cudaStream_t s;
    pthread_t thread;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    pthread_create(&thread, 0, fill, 0);
    pthread_join(thread, 0);
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
