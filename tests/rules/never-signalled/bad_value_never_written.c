// options: --watchdog 0.3
// exit: 7
/* The stream waits for a word that nothing writes; somebody loses patience. */
#include <pthread.h>
#include <unistd.h>
#include "cuda_runtime.h"
#include "cuda.h"

static void *leave(void *unused)
{
    usleep(1500000);
    _exit(7);
    return unused;
}

int main(void)
{
    unsigned *word;
    CUdeviceptr address;
    cudaStream_t stream;
    pthread_t thread;
    cudaHostAlloc((void **)&word, 4096, cudaHostAllocMapped);
    *word = 0;
    cuMemHostGetDevicePointer(&address, word, 0);
    cudaStreamCreate(&stream);
    cuStreamWaitValue32(stream, address, 1, CU_STREAM_WAIT_VALUE_EQ); // site: related
    pthread_create(&thread, NULL, leave, NULL);
    cudaStreamSynchronize(stream); // expect: never-signalled severity=warning api=cudaStreamSynchronize
    return 0;
}
