/* Seen: an assertion on cudaEventRecord fails.
 * Was: the thread's own event was made for the device that was current the first time, and stays after a switch.
 * https://github.com/rapidsai/rmm/issues/1306 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

static _Thread_local cudaEvent_t event;

static void allocate(cudaStream_t stream)
{
    if (!event)
        cudaEventCreateWithFlags(&event, cudaEventDisableTiming); // site: created
    cudaEventRecord(event, stream); // expect: wrong-context arg=event object=event result=400
}

int main(void)
{
    allocate(0);
    cudaSetDevice(1);
    allocate(0);
    return 0;
}
