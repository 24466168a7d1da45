#include "cuda_runtime.h"

static void release(void *memory)
{
    cudaFree(memory); // expect: callback-blocks api=cudaFree result=800
}

/* A host function frees the memory of the work before it: the driver refuses the call. */
int main(void)
{
    void *memory;
    cudaStream_t s;
    cudaMalloc(&memory, 1024);
    cudaStreamCreate(&s);
    cudaMemsetAsync(memory, 0, 1024, s);
    cudaLaunchHostFunc(s, release, memory);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    return 0;
}
