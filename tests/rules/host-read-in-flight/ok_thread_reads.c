#include <pthread.h>
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

static char *host;

static void *use(void *unused)
{
    volatile char value = host[7];
    (void)value;
    return unused;
}

/* Another thread reads the result after the first one has waited. */
int main(void)
{
    char *device;
    cudaStream_t s;
    pthread_t thread;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    return 0;
}
