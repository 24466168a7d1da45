/* The elements of containers, and objects that hold them. */
#include "cuda_runtime.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

int main()
{
    void *device;
    std::vector<float> vector(4096);
    std::string string(16384, ' ');
    std::array<int, 1000> array = {};
    std::unique_ptr<int[]> pointer(new int[4096]());
    cudaMalloc(&device, 16384);
    cudaMemcpy(device, vector.data(), 16384, cudaMemcpyHostToDevice);
    cudaMemcpy(device, string.data(), 16384, cudaMemcpyHostToDevice);
    cudaMemcpy(device, &array, sizeof array, cudaMemcpyHostToDevice);
    cudaMemcpy(device, pointer.get(), 16384, cudaMemcpyHostToDevice);
    cudaFree(device);
    return 0;
}
