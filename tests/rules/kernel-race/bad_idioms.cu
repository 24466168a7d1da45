// nvcc: -arch=sm_75
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
__device__ unsigned counter;

__global__ void last_block(const float *in, float *part, float *out)
{
    __shared__ bool last;
    unsigned t = threadIdx.x;
    part[blockIdx.x * 256 + t] = 2 * in[blockIdx.x * 256 + t];
    __syncthreads();
    if (!t)
        last = atomicInc(&counter, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    float sum = 0;
    for (unsigned i = t; last && i < gridDim.x * 256; i += 256)
        sum += part[i];
    if (last)
        atomicAdd(out, sum);
}

__global__ void in_place(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}

__global__ void count(int *c)
{
    *c = *c + 1;
}

__global__ void steps(float *a, float *b, int n)
{
    auto grid = cg::this_grid();
    for (int r = 0; r < 4; r++) {
        for (int i = grid.thread_rank(); i < n; i += grid.size())
            b[i] = a[i] + a[(i + 1) % n] + a[(i + 777) % n];
        float *t = a;
        a = b;
        b = t;
    }
}

int main()
{
    enum { N = 1 << 14 };
    float *in, *out, *part;
    int *ints, n = N;
    cudaMalloc(&in, N * 4);
    cudaMalloc(&out, N * 4);
    cudaMalloc(&part, N * 4);
    cudaMallocManaged(&ints, N * 4);
    cudaMemset(in, 0x3e, N * 4);
    cudaMemset(out, 0, N * 4);
    cudaMemset(part, 0x3e, N * 4);
    cudaMemset(ints, 0, N * 4);
    last_block<<<N / 256, 256>>>(in, part, out); // expect-soft: kernel-race severity=warning object=device-memory
    in_place<<<N / 256, 256>>>(in, N); // expect-soft: kernel-race severity=warning object=device-memory
    count<<<4, 64>>>(ints); // expect-soft: kernel-race severity=warning object=managed-memory
    void *arguments[] = { &in, &part, &n };
    cudaLaunchCooperativeKernel((void *)steps, dim3(16), dim3(128), arguments); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(in) | cudaFree(out) | cudaFree(part) | cudaFree(ints));
}
