/* Real drivers copy anyway and return success; the direction is still a lie. */
#include "cuda_runtime.h"

int main(void)
{
    int *a, *b;
    cudaMalloc((void **)&a, 64);
    cudaMalloc((void **)&b, 64);
    cudaMemcpy(a, b, 64, cudaMemcpyHostToDevice); // expect: wrong-kind arg=kind severity=warning result=None
    cudaFree(a);
    cudaFree(b);
    return 0;
}
