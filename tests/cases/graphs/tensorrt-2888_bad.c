/* Seen: error 900 while a stream is captured.
 * Was: another thread calls cudaDeviceSynchronize; a global capture forbids it in every thread.
 * https://github.com/NVIDIA/TensorRT/issues/2888 */
#include <pthread.h>

#include "cuda_runtime.h"

static void *other(void *unused)
{
    cudaDeviceSynchronize(); // expect: capture-violation api=cudaDeviceSynchronize result=900
    return unused;
}

int main(void)
{
    pthread_t thread;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // site: related
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    cudaStreamEndCapture(stream, &graph);
    cudaStreamDestroy(stream);
    return 0;
}
