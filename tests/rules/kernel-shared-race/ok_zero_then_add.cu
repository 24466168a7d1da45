// nvcc: -arch=sm_75
/* Sums that are set to zero in front of a barrier; and those of one thread, or of one warp that has
 * met, which need none. */
#include <cuda_runtime.h>

__global__ void scalar(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    atomicAdd(&s, 1);
    __syncthreads();
    out[threadIdx.x] = s;
}

__global__ void own(int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = 0;
    atomicAdd(&s[t], 1);
    atomicAdd(&s[t], 2);
    __syncthreads();
    out[t] = s[t ^ 32];
}

__global__ void warps(int *out)
{
    __shared__ int s[8];
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
        s[warp] = 0;
    __syncwarp();
    atomicAdd(&s[warp], 1);
    __syncwarp();
    out[threadIdx.x] = s[warp];
}

/* A flag that is cleared, then set by the same thread, in front of a barrier for those who look. */
__global__ void flag(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0) {
        s = 0;
        atomicExch(&s, 7);
    }
    __syncthreads();
    out[threadIdx.x] = atomicAdd(&s, 0);
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    scalar<<<1, 256>>>(out);
    warps<<<1, 256>>>(out);
    flag<<<1, 256>>>(out);
    own<<<1, 256>>>(out);
    return cudaDeviceSynchronize() || cudaFree(out);
}
