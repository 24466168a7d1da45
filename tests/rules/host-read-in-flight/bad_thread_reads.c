#include <pthread.h>
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

static char *host;

static void *use(void *unused)
{
    volatile char early = host[7]; // expect: host-read-in-flight object=pinned-memory
    (void)early;
    return unused;
}

/* Another thread reads the result as soon as the copy is enqueued. */
int main(void)
{
    char *device;
    cudaStream_t s;
    pthread_t thread;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    cudaStreamSynchronize(s);
    return 0;
}
