#include "cuda_runtime.h"
#include <vector>

int main()
{
    void *device;
    std::vector<float> host(1000); // site: created
    cudaMalloc(&device, 8000);
    cudaMemcpy(device, host.data(), host.size() * sizeof(double), cudaMemcpyHostToDevice); // expect: host-overrun arg=src
    cudaFree(device);
    return 0;
}
