#include "cuda_runtime.h"
#include <vector>

int main()
{
    void *device;
    std::vector<int> host(100); // site: created
    int *first = host.data();
    cudaMalloc(&device, 4096);
    host.resize(10000); // site: destroyed
    cudaMemcpy(device, first, 400, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src
    cudaFree(device);
    return 0;
}
