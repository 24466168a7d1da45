#include "cuda_runtime.h"
#include <pthread.h>
#include <sched.h>

enum { SIZE = 1 << 16 };
static char *host;
static int copied;

static void fill(void *unused)
{
    (void)unused;
    while (!__atomic_load_n(&copied, __ATOMIC_ACQUIRE))
        sched_yield();
    for (int i = 0; i < SIZE; i++)
        host[i] = 1;
}

static void *enqueue(void *stream) { return cudaLaunchHostFunc(stream, fill, NULL) ? stream : NULL; }

/* Another thread has enqueued the host function that fills the source of the copy behind it. */
int main(void)
{
    char *device;
    cudaStream_t s;
    pthread_t thread;
    void *failed;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    pthread_create(&thread, NULL, enqueue, s);
    pthread_join(thread, &failed);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
    __atomic_store_n(&copied, 1, __ATOMIC_RELEASE);
    return failed || cudaStreamSynchronize(s);
}
