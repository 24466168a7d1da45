#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"
#include "cuda_runtime.h"

static pthread_barrier_t failed, over;

static void *work(void *unused)
{
    cudaSetDevice(99);                  // expect: bad-device unsaid=unnoticed
    __asm__ volatile("" ::: "memory");
    pthread_barrier_wait(&failed);
    pthread_barrier_wait(&over);
    cudaGetLastError();
    return unused;
}

/* What a thread of the parent has not noticed is not the child's failure. */
int main(void)
{
    pthread_t thread;
    void *p;
    pthread_barrier_init(&failed, NULL, 2);
    pthread_barrier_init(&over, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    pthread_barrier_wait(&failed);
    if (!fork()) {
        if (cudaMalloc(&p, 64))         // expect: after-fork unsaid=unnoticed
            exit(0);
        exit(1);
    }
    wait(NULL);
    pthread_barrier_wait(&over);
    pthread_join(thread, NULL);
    return 0;
}
