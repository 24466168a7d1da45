/* Seen: invalid resource handle.
 * Was: stream 0 was meant for device 1, but device 0 was current when the event was recorded.
 * https://github.com/NVIDIA/DALI/pull/3957 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t ready;
    cudaSetDevice(1);
    cudaEventCreate(&ready); // site: created
    cudaSetDevice(0);
    cudaEventRecord(ready, 0); // expect: wrong-context arg=event object=event result=400
    return 0;
}
