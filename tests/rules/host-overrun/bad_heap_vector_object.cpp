/* Objects on the heap: of a vector, of one in a struct, of a valarray and of a smart pointer. */
#include "cuda_runtime.h"
#include <memory>
#include <valarray>
#include <vector>

struct field
{
    long id;
    std::vector<float> values;
};

int main()
{
    void *device;
    auto *vector = new std::vector<float>(4096);
    auto *valarray = new std::valarray<float>(4096);
    auto *pointer = new std::unique_ptr<float[]>(new float[4096]);
    auto *member = new field{1, std::vector<float>(4096)};
    cudaMalloc(&device, 16384);
    cudaMemcpy(device, vector, 16384, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_a_pointer_to_16_KiB_(16384_bytes)_of_host_memory
    cudaMemcpy(device, valarray, 16384, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_a_pointer_to_16_KiB
    cudaMemcpy(device, pointer, 16384, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_a_pointer_to_16_KiB
    cudaMemcpy(device, &member->values, 16384, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_a_pointer_to_16_KiB
    cudaFree(device);
    return 0;
}
