#include "cuda_runtime.h"

int main(void)
{
    struct cudaPitchedPtr p;
    cudaMalloc3D(&p, (struct cudaExtent){ 64, 4, 2 });
    int result = cudaMemset3D(p, 0, (struct cudaExtent){ 64, 4, 2 }) + cudaMemset3D(p, 0, (struct cudaExtent){ 32, 2, 2 });
    return result + cudaFree(p.ptr);
}
