// nvcc: -arch=sm_75
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
__device__ unsigned counter;
__device__ int lock_word;
__device__ volatile int flags[64];

__global__ void reduce(const float *in, float *out)
{
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned k = 128; k; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (!t)
        out[blockIdx.x] = s[0];
}

__global__ void warp_reduce(const float *in, float *out)
{
    __shared__ float s[256];
    unsigned t = threadIdx.x, l = t & 31;
    float v = in[blockIdx.x * 256 + t];
    s[t] = v;
    __syncwarp();
    for (unsigned k = 16; k; k >>= 1) {
        if (l < k)
            v += s[t + k];
        __syncwarp();
        if (l < k)
            s[t] = v;
        __syncwarp();
    }
    if (!l)
        atomicAdd(out, v);
}

__global__ void tiles(const float *in, float *out)
{
    __shared__ float s[256];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    unsigned t = threadIdx.x, l = tile.thread_rank();
    s[t] = in[t];
    tile.sync();
    for (unsigned k = 8; k; k >>= 1) {
        float v = l < k ? s[t + k] : 0;
        tile.sync();
        if (l < k)
            s[t] += v;
        tile.sync();
    }
    if (!l)
        out[t / 16] = s[t];
}

/* The last block to arrive adds up what all have left. */
__global__ void last_block(const float *in, float *part, float *out)
{
    __shared__ bool last;
    unsigned t = threadIdx.x;
    part[blockIdx.x * 256 + t] = 2 * in[blockIdx.x * 256 + t];
    __threadfence();
    __syncthreads();
    if (!t)
        last = atomicAdd(&counter, 1) == gridDim.x - 1;
    __syncthreads();
    if (last)
        counter = 0;
    float sum = 0;
    for (unsigned i = t; last && i < gridDim.x * 256; i += 256)
        sum += part[i];
    if (last)
        atomicAdd(out, sum);
}

/* Each block waits for the one before. */
__global__ void chain(int *data)
{
    if (threadIdx.x)
        return;
    int sum = blockIdx.x;
    if (blockIdx.x) {
        while (!flags[blockIdx.x - 1])
            ;
        __threadfence();
        sum += data[blockIdx.x - 1];
    }
    data[blockIdx.x] = sum;
    __threadfence();
    flags[blockIdx.x] = 1;
}

/* Moves each tile down by one in place: a block writes where the next one has read, and waits for its word on that.  The
 * word needs no fence, since what was read has been read. */
__global__ void move_down(int *a, unsigned *read)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = a[i + 1];
    __syncthreads();
    if (!threadIdx.x) {
        atomicExch(&read[blockIdx.x], v + 1);
        while (blockIdx.x && !atomicAdd(&read[blockIdx.x - 1], 0))
            ;
    }
    __syncthreads();
    a[i] = v;
}

__global__ void histogram(const unsigned char *in, int n, unsigned *out)
{
    __shared__ unsigned h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[in[i]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}

__global__ void locked(int *c)
{
    for (bool done = false; !done;) {
        if (atomicCAS(&lock_word, 0, 1) == 0) {
            __threadfence();
            *c = *c + 1;
            __threadfence();
            atomicExch(&lock_word, 0);
            done = true;
        }
    }
}

__global__ void steps(float *a, float *b, int n)
{
    auto grid = cg::this_grid();
    for (int r = 0; r < 4; r++) {
        for (int i = grid.thread_rank(); i < n; i += grid.size())
            b[i] = a[i] + a[(i + 1) % n] + a[(i + 777) % n];
        grid.sync();
        float *t = a;
        a = b;
        b = t;
    }
}

__global__ void bytes(char *out)
{
    __shared__ char s[128];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void same_value(int *found) { *found = 1; }

__global__ void smallest(int *best, int n)
{
    int mine = (blockIdx.x * 7919 + threadIdx.x * 31) % n;
    if (*best > mine)
        atomicMin(best, mine);
}

__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float t[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        t[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        out[(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
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
    cudaMemset(in, 0, N * 4);
    cudaMemset(out, 0, N * 4);
    cudaMemset(part, 0, N * 4);
    cudaMemset(ints, 0, N * 4);
    reduce<<<N / 256, 256>>>(in, out);
    warp_reduce<<<N / 256, 256>>>(in, out);
    tiles<<<1, 256>>>(in, out);
    last_block<<<N / 256, 256>>>(in, part, out);
    chain<<<64, 32>>>(ints);
    move_down<<<8, 64>>>(ints, (unsigned *)ints + 1024);
    histogram<<<8, 256>>>((unsigned char *)in, N, (unsigned *)part);
    locked<<<4, 64>>>(ints);
    bytes<<<4, 128>>>((char *)ints);
    same_value<<<8, 64>>>(ints);
    smallest<<<8, 64>>>(ints, 1000);
    transpose<<<dim3(4, 4), dim3(32, 8)>>>(out, in, 128);
    void *arguments[] = { &in, &part, &n };
    cudaLaunchCooperativeKernel((void *)steps, dim3(16), dim3(128), arguments);
    return cudaDeviceSynchronize() || (cudaFree(in) | cudaFree(out) | cudaFree(part) | cudaFree(ints));
}
