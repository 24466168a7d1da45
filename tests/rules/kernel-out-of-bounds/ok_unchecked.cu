// options: --kernel-checks none
// soft only: it leaves its memory
/* Nothing is checked: what is right gives the same results, in global memory of all kinds, shared and local memory; what is wrong is not told. */
#include <cuda_runtime.h>
#include <string.h>

__device__ int table[64];
__managed__ int managed[64];

__device__ int at(const int *p, int k) { return p[k]; }

__global__ void use(int *device, int *pinned, int **both, int *sums)
{
    __shared__ int shared[64];
    int local[16], t = threadIdx.x, sum = 0;
    shared[t] = device[t];
    table[63 - t] = pinned[t] + managed[t];
    for (int k = 0; k < 16; k++)
        local[(k * 5 + t) % 16] = k;
    __syncthreads();
    for (int k = 0; k < 16; k++)
        sum += local[(k * 3 + t) % 16];
    sum += at(t & 1 ? shared : device, 63 - t) + at(both[t & 1], t) + table[t];
    if (t % 3)
        atomicAdd(&sums[t % 7], sum);
    atomicAdd(&managed[t], 1);
    if (t == 63)
        device[64] = 1;
}

int main()
{
    int *device, *pinned, **both, *sums, host[64], expect[7] = {0}, got[7];
    if (cudaMalloc(&device, sizeof host) || cudaHostAlloc(&pinned, sizeof host, 0) || cudaHostAlloc(&both, 2 * sizeof *both, 0) || cudaMalloc(&sums, sizeof got))
        return 1;
    for (int k = 0; k < 64; k++)
        host[k] = 3 * k, pinned[k] = k * k, managed[k] = 7 - k;
    both[0] = device;
    both[1] = pinned;
    cudaMemcpy(device, host, sizeof host, cudaMemcpyDefault);
    cudaMemset(sums, 0, sizeof got);
    use<<<1, 64>>>(device, pinned, both, sums);
    if (cudaMemcpy(got, sums, sizeof got, cudaMemcpyDefault))
        return 2;
    for (int t = 0; t < 64; t++)
        if (t % 3)
            expect[t % 7] += 120 + 3 * (63 - t) + (t & 1 ? t * t : 3 * t) + (63 - t) * (63 - t) + 7 - (63 - t);
    for (int t = 0; t < 64; t++)
        if (managed[t] != 8 - t)
            return 3;
    return memcmp(got, expect, sizeof got) ? 4 : 0;
}
