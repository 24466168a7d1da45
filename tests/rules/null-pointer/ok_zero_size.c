#include "cuda_runtime.h"

int main(void)
{
    return cudaMemcpy(NULL, NULL, 0, cudaMemcpyHostToDevice) || cudaFree(NULL) || cudaFreeHost(NULL);
}
