/* Seen: "invalid device symbol" in cudaMemcpyToSymbol.
 * Was: the symbol is right; the binary holds machine code of another GPU generation only.
 * https://github.com/andyschwarzl/gpuNUFFT/issues/97 */
// nvcc: -gencode arch=compute_80,code=sm_80
// options: --soft-arch 9.0
#include <cuda_runtime.h>

__constant__ float kernel_table[64];
__global__ void grid(float *out) { out[threadIdx.x] = kernel_table[threadIdx.x]; }

int main()
{
    float table[64] = {};
    cudaMemcpyToSymbol(kernel_table, table, sizeof table); // expect-soft: image-wrong-arch api=cudaMemcpyToSymbol arg=symbol
    return 0;
}
