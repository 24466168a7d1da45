#include "cuda_runtime.h"

int main(void)
{
    char *m;
    struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 }, host = { cudaMemLocationTypeHost, 0 };
    cudaMallocManaged((void **)&m, 8192, 1);
    int result = cudaMemAdvise(m + 4096, 4096, cudaMemAdviseSetReadMostly, device) + cudaMemPrefetchAsync(m, 4096, device, 0, 0);
    cudaDeviceSynchronize();
    m[0] = 1;
    result += cudaMemPrefetchAsync(m, 8192, host, 0, 0);
    cudaDeviceSynchronize();
    return result + cudaFree(m);
}
