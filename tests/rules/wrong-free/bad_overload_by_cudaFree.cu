// nvcc: -g
#include <cuda_runtime.h>

/* The runtime's C++ header makes cudaHostAlloc of this call; the report has the name that stands in the source. */
int main()
{
    float *host;
    if (cudaMallocHost(&host, 64)) // site: created
        return 1;
    cudaFree(host); // expect: wrong-free result=1 says=cudaMallocHost unsaid=cudaHostAlloc
    cudaGetLastError();
    return cudaFreeHost(host);
}
