/* Arrays of the addresses of rows, for the rows: in the heap, of pointers and of vectors; in frames, of pointers and in a std::array. */
#include "cuda_runtime.h"
#include <array>
#include <memory>
#include <vector>

int main()
{
    void *device;
    float **heap = new float *[16], *local[4];
    std::vector<std::vector<float>> vectors(16, std::vector<float>(64));
    std::array<std::unique_ptr<float[]>, 4> owned;
    for (int i = 0; i < 16; i++)
        heap[i] = new float[64]();
    for (int i = 0; i < 4; i++) {
        local[i] = heap[i];
        owned[i] = std::make_unique<float[]>(64);
    }
    cudaMalloc(&device, 4096);
    cudaMemcpy(device, heap, 4096, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_the_addresses_of_16_rows_of_256_bytes,_not_the_rows
    cudaMemcpy(device, vectors.data(), 4096, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_the_addresses_of_16_rows_of_256_bytes,_not_the_rows
    cudaMemcpy(device, local, 1024, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_the_addresses_of_rows,_not_the_rows
    cudaMemcpy(device, &owned, 1024, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_the_addresses_of_rows,_not_the_rows
    cudaFree(device);
    return 0;
}
