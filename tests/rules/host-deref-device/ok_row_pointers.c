/* The row pointers are kept in an array of the host, and that is copied; managed and pinned memory take results. */
#include "cuda_runtime.h"

int main(void)
{
    float **rows, *host[4], **managed, **pinned;
    cudaMalloc((void **)&rows, sizeof host);
    cudaMallocManaged((void **)&managed, sizeof host, cudaMemAttachGlobal);
    cudaMallocHost((void **)&pinned, sizeof host);
    for (int i = 0; i < 4; i++) {
        cudaMalloc((void **)&host[i], 64);
        cudaMalloc((void **)&managed[i], 64);
        cudaMalloc((void **)&pinned[i], 64);
    }
    cudaMemcpy(rows, host, sizeof host, cudaMemcpyHostToDevice);
    for (int i = 0; i < 4; i++) {
        cudaFree(host[i]);
        cudaFree(managed[i]);
        cudaFree(pinned[i]);
    }
    cudaFree(rows);
    cudaFree(managed);
    cudaFreeHost(pinned);
    return 0;
}
