/* Seen: wrong query results now and then; 2,361 failures that nobody checked.
 * Was: events of one GPU were recorded on streams of another.
 * https://github.com/NVIDIA/cuCascade/pull/189 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    cudaStream_t stream[2];
    cudaEvent_t pool;
    cudaEventCreateWithFlags(&pool, cudaEventDisableTiming); // site: created
    for (int device = 0; device < 2; device++) {
        cudaSetDevice(device);
        cudaStreamCreate(&stream[device]);
    }
    for (int i = 0; i < 40; i++)
        cudaEventRecord(pool, stream[i % 2]); // expect: wrong-context arg=event object=event result=400
    return 0;
}
