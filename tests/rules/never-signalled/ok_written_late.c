// options: --watchdog 0.2
/* The word is written after all: what was reported becomes a note. */
#include <pthread.h>
#include <unistd.h>
#include "cuda_runtime.h"
#include "cuda.h"

static volatile unsigned *word;

static void *signal_it(void *unused)
{
    usleep(900000);
    *word = 1;
    return unused;
}

int main(void)
{
    CUdeviceptr address;
    cudaStream_t stream;
    pthread_t thread;
    void *memory;
    cudaHostAlloc(&memory, 4096, cudaHostAllocMapped);
    word = memory;
    *word = 0;
    cuMemHostGetDevicePointer(&address, memory, 0);
    cudaStreamCreate(&stream);
    cuStreamWaitValue32(stream, address, 1, CU_STREAM_WAIT_VALUE_EQ);
    pthread_create(&thread, NULL, signal_it, NULL);
    if (cudaStreamSynchronize(stream))
        return 1;
    pthread_join(thread, NULL);
    return cudaFreeHost(memory) || cudaStreamDestroy(stream);
}
