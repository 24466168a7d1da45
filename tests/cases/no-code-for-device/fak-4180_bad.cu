/* Seen: the program asks for the attributes of its kernel and gets "invalid device function".
 * Was: machine code of another GPU only.
 * https://github.com/anthony-chaudhary/fak/issues/4180 */
// nvcc: -gencode arch=compute_80,code=sm_80
// options: --soft-arch 12.0
#include <cuda_runtime.h>

__global__ void attention(int *p) { p[threadIdx.x] = 1; }

int main()
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, attention) == cudaSuccess; // expect-soft: image-wrong-arch api=cudaFuncGetAttributes arg=func says=compute_capability_12.0
}
