/* The repaired twin: a relaxed capture lets other threads go on.
 * https://github.com/ROCm/hip/issues/3876 */
#include <pthread.h>

#include "cuda_runtime.h"

static cudaEvent_t event;

static void *watchdog(void *unused)
{
    cudaEventQuery(event);
    return unused;
}

int main(void)
{
    pthread_t thread;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaEventCreate(&event);
    cudaEventRecord(event, 0);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    pthread_create(&thread, NULL, watchdog, NULL);
    pthread_join(thread, NULL);
    return cudaStreamEndCapture(stream, &graph) || cudaGraphDestroy(graph) || cudaStreamDestroy(stream) || cudaEventDestroy(event);
}
