#include "cuda_runtime.h"

int main(void)
{
    void *d;
    struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 };
    cudaMalloc(&d, 4096); // site: created
    cudaMemPrefetchAsync(d, 4096, device, 0, 0); // expect: wrong-space arg=devPtr object=device-memory
    return cudaFree(d);
}
