#include "cuda_runtime.h"
#include <vector>

/* The memory has the size of the vector's object. */
int main()
{
    void *device;
    std::vector<float> host(1000);
    cudaMalloc(&device, sizeof host); // site: created
    cudaMemcpy(device, host.data(), 1000 * sizeof(float), cudaMemcpyHostToDevice); // expect: range-overflow arg=count says=it_has_24_bytes,_the_size_of_the_object_of_a_std::vector
    cudaFree(device);
    return 0;
}
