/* Seen: "no kernel image is available for execution on the device" on a new GPU.
 * Was: machine code of older GPUs and no PTX.
 * https://github.com/sgl-project/sglang/issues/7249 */
// nvcc: -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90
// options: --soft-arch 12.0
#include <cuda_runtime.h>

__global__ void merge_state(int *p) { p[threadIdx.x] = 1; }

int main()
{
    int *p;
    cudaMalloc(&p, 128);
    merge_state<<<1, 32>>>(p); // expect-soft: image-wrong-arch api=cudaLaunchKernel result=209 arg=func says=compute_capability_12.0
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}
