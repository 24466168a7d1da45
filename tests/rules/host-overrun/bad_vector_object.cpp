/* The address of a vector is that of the object, not of its elements: near the end of the main stack the copy leaves it. */
#include "cuda_runtime.h"
#include <vector>

int main()
{
    void *device;
    std::vector<float> host(4096);
    cudaMalloc(&device, 16384);
    cudaMemcpy(device, &host, 16384, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=holds_the_address_of_its_elements
    cudaFree(device);
    return 0;
}
