#include "cuda_runtime.h"

int main(void)
{
    void *memory;
    cudaMalloc(&memory, 64);
    cudaMemcpy(memory, (void *)-1, 64, cudaMemcpyDefault);     // expect: unknown-pointer arg=src result=1 says=mmap
    cuMemcpyHtoD((CUdeviceptr)memory, (void *)-1, 64);         // expect: unknown-pointer arg=srcHost result=1
    cudaFree(memory);
    return 0;
}
