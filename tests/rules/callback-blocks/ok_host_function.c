#include <pthread.h>
#include <stdatomic.h>

#include "cuda_runtime.h"

static atomic_int done;
static void *memory;

static void tell(void *value) { atomic_store(&done, *(int *)value); }

static void *wait_and_free(void *nothing)
{
    while (!atomic_load(&done)) {
    }
    cudaFree(memory);
    return nothing;
}

/* The host function wakes a thread of the program, which makes the call. */
int main(void)
{
    int value = 1;
    cudaStream_t s;
    pthread_t thread;
    cudaMalloc(&memory, 1024);
    cudaStreamCreate(&s);
    pthread_create(&thread, NULL, wait_and_free, NULL);
    cudaMemsetAsync(memory, 0, 1024, s);
    cudaLaunchHostFunc(s, tell, &value);
    pthread_join(thread, NULL);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    return 0;
}
