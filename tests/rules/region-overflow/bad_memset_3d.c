#include "cuda_runtime.h"

int main(void)
{
    struct cudaPitchedPtr p;
    cudaMalloc3D(&p, (struct cudaExtent){ 64, 4, 2 }); // site: created
    cudaMemset3D(p, 0, (struct cudaExtent){ 64, 4, 8 }); // expect: region-overflow api=cudaMemset3D object=device-memory
    return cudaFree(p.ptr);
}
