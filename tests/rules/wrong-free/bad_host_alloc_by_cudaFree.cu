// nvcc: -g
#include <cuda_runtime.h>

/* The program writes cudaHostAlloc itself. */
int main()
{
    float *host;
    if (cudaHostAlloc(&host, 64, cudaHostAllocDefault)) // site: created
        return 1;
    cudaFree(host); // expect: wrong-free result=1 says=cudaHostAlloc unsaid=cudaMallocHost
    cudaGetLastError();
    return cudaFreeHost(host);
}
