/* The first thread ends, the last one ends the process: no thread of the checker may keep it alive. */
#include <pthread.h>
#include <unistd.h>
#include "cuda_runtime.h"

static void *work(void *unused)
{
    cudaDeviceSynchronize();
    usleep(300000);
    return unused;
}

int main(void)
{
    pthread_t thread;
    cudaDeviceSynchronize();
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    alarm(20);
    pthread_exit(NULL);
}
