#include "cuda_runtime.h"

int main(void)
{
    return cudaFree(0) || cudaStreamSynchronize(0) || cudaStreamSynchronize(cudaStreamLegacy) || cudaStreamSynchronize(cudaStreamPerThread) ||
           cudaStreamQuery(0);
}
