#include <pthread.h>

#include "cuda_runtime.h"

static void *memory;

/* The first worker destroys the stream of both; the second one reads all results but the last. */
static void *work(void *stream)
{
    cudaError_t failed = cudaMemsetAsync(memory, 0, 64, stream); // expect: destroyed-handle arg=stream object=stream contained=1 says=earlier unsaid=calls_ago unsaid=went_unnoticed
    cudaStreamDestroy(stream); // site: destroyed
    return (void *)(size_t)failed;
}

int main(void)
{
    pthread_t thread;
    cudaStream_t stream;
    cudaMalloc(&memory, 64);
    cudaStreamCreate(&stream); // site: created
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, work, stream);
        pthread_join(thread, NULL);
    }
    cudaFree(memory);
    return 0;
}
