#include "cuda_runtime.h"

int main(void)
{
    char *small, *large;
    cudaMalloc((void **)&small, 40); // site: created
    cudaMalloc((void **)&large, 4096);
    cudaMemcpy(large, small, 400, cudaMemcpyDeviceToDevice); // expect: range-overflow arg=count object=device-memory result=1
    cudaFree(small);
    cudaFree(large);
    return 0;
}
