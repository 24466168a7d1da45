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
    if (access("/dev/nvidiactl", F_OK) == 0)
        return 77;                      /* the threads of a real driver keep the process alive by themselves */
    cudaDeviceSynchronize();
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    alarm(20);
    pthread_exit(NULL);
}
