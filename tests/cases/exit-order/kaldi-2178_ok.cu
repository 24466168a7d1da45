/* The repaired twin: the object is released before main returns.
 * https://github.com/kaldi-asr/kaldi/issues/2178 */
#include <cuda_runtime.h>

struct CachingAllocator {
    void *block = nullptr;
    void init() { cudaMalloc(&block, 1 << 20); }
    void release() { cudaFree(block); block = nullptr; }
    ~CachingAllocator() { if (block) cudaFree(block); }
};

static CachingAllocator allocator;

int main()
{
    allocator.init();
    allocator.release();
    return 0;
}
