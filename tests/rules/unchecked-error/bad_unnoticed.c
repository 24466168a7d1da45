#include <pthread.h>

#include "cuda_runtime.h"

static cudaError_t __attribute__((noinline)) clear(void *p, size_t bytes) { return cudaMemset(p, 0, bytes); }  // expect: range-overflow arg=count says=before_its_thread_ended:_the_failure_went_unnoticed

static void *work(void *p)
{
    clear(p, (size_t)1 << 30);
    __asm__ volatile("" ::: "memory");
    return NULL;
}

/* Nobody looks: not at the result, nor at the last error; or another failure has come before that; or a thread has ended.  The last one is asked for. */
int main(void)
{
    pthread_t thread;
    void *p;
    cudaMalloc(&p, 4096);
    pthread_create(&thread, NULL, work, p);
    pthread_join(thread, NULL);
    cudaMemset(p, 0, (size_t)1 << 31);      // expect: range-overflow arg=count says=before_the_next_failure_took_its_place:_the_failure_went_unnoticed
    cudaFree((char *)p + 8);                // expect: interior-free says=only_cudaGetLastError_could_still_return_it unsaid=unnoticed
    cudaGetLastError();
    cudaEventDestroy(NULL);                 // expect: null-handle says=before_the_program_ended:_the_failure_went_unnoticed
    return cudaFree(p);
}
