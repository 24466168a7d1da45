/* Seen: "driver shutting down" when the program ends.
 * Was: a static object is destroyed after the driver has left.
 * https://github.com/kaldi-asr/kaldi/issues/2178 */
#include <cuda_runtime.h>

struct CachingAllocator {
    void *block = nullptr;
    void init() { cudaMalloc(&block, 1 << 20); }
    ~CachingAllocator() { cudaFree(block); } // expect: exit-order api=cudaFree severity=warning result=4 arg=devPtr object=device-memory
};

static CachingAllocator allocator;

int main()
{
    allocator.init();
    return 0;
}
