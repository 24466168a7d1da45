/* Seen: "misaligned address" for some tensor shapes.
 * Was: a float2 is read at an odd element.
 * https://github.com/ggml-org/llama.cpp/pull/18799 */
#include <cuda_runtime.h>

__global__ void rope(float *x, int row)
{
    float2 *pair = (float2 *)(x + row * 33);
    float2 v = pair[threadIdx.x]; // site: kernel
    pair[threadIdx.x] = make_float2(v.y, v.x);
}

int main()
{
    float *x;
    cudaMalloc(&x, 33 * 4 * 4);
    cudaMemset(x, 0, 33 * 4 * 4);
    rope<<<1, 8>>>(x, 0);
    rope<<<1, 8>>>(x, 1); // expect-soft: kernel-misaligned api=cudaLaunchKernel object=device-memory
    cudaStreamSynchronize(0); // expect-real: earlier-fault
    return 0;
}
