#include <cstdint>
#include <cuda_runtime.h>
#include <map>
#include <vector>

/* A table of handles that are int: the address comes back with its sign. */
int main()
{
    std::map<int, size_t> sizes;
    std::vector<void *> blocks;
    int high = 0;
    while (!high) {
        void *block;
        if (cudaMalloc(&block, 32 << 20)) // site: created
            return 1;
        blocks.push_back(block);
        int name = static_cast<int>(reinterpret_cast<uintptr_t>(block));
        sizes[name] = 32 << 20;
        high = name < 0 ? name : 0;
    }
    cudaMemset(reinterpret_cast<void *>(static_cast<intptr_t>(high)), 0, sizes[high]); // expect: unknown-pointer arg=devPtr object=device-memory says=cut_to_32_bits says=which_is_byte
    for (void *block : blocks)
        cudaFree(block);
    return 0;
}
