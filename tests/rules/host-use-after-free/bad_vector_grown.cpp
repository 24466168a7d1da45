#include <vector>

#include "cuda_runtime.h"

/* push_back moves the elements: where the old block came from, and whose push_back gave it back. */
static void fill(std::vector<float> &host)
{
    for (int i = 0; i < 100; i++)
        host.push_back(1.0f); // site: destroyed
}

int main()
{
    void *device;
    std::vector<float> host(40); // site: created
    const float *first = host.data();
    cudaMalloc(&device, 4096);
    fill(host);
    cudaMemcpy(device, first, 160, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    return 0;
}
