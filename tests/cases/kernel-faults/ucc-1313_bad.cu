/* Seen: "misaligned address" in a reduction of a collective.
 * Was: the kernel reads 16 bytes at once, and a rank's part begins where the part of the one before ends.
 * https://github.com/openucx/ucc/pull/1313 */
#include <cuda_runtime.h>

__global__ void reduce(const float *in, float *out)
{
    float4 v = ((const float4 *)in)[threadIdx.x]; // site: kernel
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main()
{
    float *in, *out;
    int rank = 1, elements = 101;
    cudaMalloc(&in, 2 * 128 * sizeof *in);
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMemset(in, 0, 2 * 128 * sizeof *in);
    reduce<<<1, 4>>>(in + rank * elements, out); // expect-soft: kernel-misaligned api=cudaLaunchKernel object=device-memory
    cudaDeviceSynchronize(); // expect-real: earlier-fault
    return 0;
}
