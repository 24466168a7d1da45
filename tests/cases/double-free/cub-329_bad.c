/* Seen: cudaErrorInvalidResourceHandle from a caching allocator.
 * Was: a block is given back twice; the second time the allocator works with an empty record whose event is 0.
 * https://github.com/NVIDIA/cub/issues/329 */
#include "cuda_runtime.h"

struct block { void *data; cudaEvent_t ready; };

static struct block live;

static void device_free(void *data, cudaStream_t stream)
{
    struct block block = { data, NULL };
    if (live.data == data) {
        block = live;
        live.data = NULL;
    }
    cudaEventRecord(block.ready, stream); // expect: null-handle arg=event result=400
}

int main(void)
{
    void *data;
    cudaMalloc(&live.data, 256);
    cudaEventCreateWithFlags(&live.ready, cudaEventDisableTiming);
    data = live.data;
    device_free(data, 0);
    device_free(data, 0);
    return 0;
}
