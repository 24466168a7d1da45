/* Seen: a flood of failures at exit.
 * Was: an allocator singleton, first used in the middle of main, frees its blocks when the process ends.
 * https://github.com/MrNeRF/LichtFeld-Studio/pull/1419 */
#include <vector>
#include <cuda_runtime.h>

struct Allocator {
    std::vector<void *> blocks;
    static Allocator &instance()
    {
        static Allocator allocator;
        return allocator;
    }
    void *take()
    {
        void *p;
        cudaMalloc(&p, 4096);
        blocks.push_back(p);
        return p;
    }
    ~Allocator()
    {
        for (void *p : blocks)
            cudaFree(p); // expect: exit-order api=cudaFree severity=warning result=4 arg=devPtr object=device-memory
    }
};

int main()
{
    Allocator::instance();
    for (int i = 0; i < 50; i++)
        Allocator::instance().take();
    return 0;
}
