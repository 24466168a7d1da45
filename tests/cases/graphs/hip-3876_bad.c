/* Seen: error 900 in a watchdog thread.
 * Was: the watchdog asks for an event while another thread captures in global mode.
 * https://github.com/ROCm/hip/issues/3876 */
#include <pthread.h>

#include "cuda_runtime.h"

static cudaEvent_t event;

static void *watchdog(void *unused)
{
    cudaEventQuery(event); // expect: capture-violation api=cudaEventQuery result=900
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
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // site: related
    pthread_create(&thread, NULL, watchdog, NULL);
    pthread_join(thread, NULL);
    cudaStreamEndCapture(stream, &graph);
    cudaStreamDestroy(stream);
    return 0;
}
