// options: --watchdog 0.3
// exit: 7
/* A host function that takes a lock which the waiting thread holds. */
#include <pthread.h>
#include <unistd.h>
#include "cuda_runtime.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *leave(void *unused)
{
    usleep(1500000);
    _exit(7);
    return unused;
}

static void count(void *sum)
{
    pthread_mutex_lock(&lock);
    ++*(int *)sum;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    static int sum;
    cudaStream_t stream;
    pthread_t thread;
    cudaStreamCreate(&stream);
    pthread_create(&thread, NULL, leave, NULL);
    pthread_mutex_lock(&lock);
    cudaLaunchHostFunc(stream, count, &sum); // site: related
    cudaDeviceSynchronize(); // expect: never-signalled severity=warning
    pthread_mutex_unlock(&lock);
    return 0;
}
