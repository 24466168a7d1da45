#include "cuda_runtime.h"

int main(void)
{
    void *m;
    struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 };
    cudaMallocManaged(&m, 4096, 1); // site: created
    cudaMemPrefetchAsync(m, 1 << 20, device, 0, 0); // expect: range-overflow arg=count object=managed-memory
    return cudaFree(m);
}
