/* Ways to use memory whose checks cost most, for bench/ptx_speed.c.  patterns.ptx is made of it: nvcc -O3 -arch=sm_80 -ptx patterns.cu */
#include <cuda_pipeline.h>

extern "C" {
/* Each thread has a region of shared memory of its own. */
__global__ void region_words(int *out, int n)
{
    __shared__ int s[128 * 17];
    int *mine = s + threadIdx.x * 17, sum = 0;
    for (int k = 0; k < 16; k++)
        mine[k] = k;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 16; k++)
            mine[k] += sum += mine[(k + r) & 15];
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void region_mixed(int *out, int n)
{
    __shared__ struct { long long wide[4]; unsigned char narrow[40]; } s[128];
    int sum = 0;
    for (int k = 0; k < 4; k++)
        s[threadIdx.x].wide[k] = k;
    for (int k = 0; k < 40; k++)
        s[threadIdx.x].narrow[k] = k;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 16; k++) {
            s[threadIdx.x].wide[k & 3] += sum;
            sum += s[threadIdx.x].narrow[(k + r) & 31]++;
        }
    out[blockIdx.x * 128 + threadIdx.x] = sum + (int)s[threadIdx.x].wide[0];
}

__global__ void padded_tile(const float *in, float *out, int n)
{
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 1024 + y * 32 + x;
    float sum = in[at];
    for (int r = 0; r < n; r++) {
        for (int k = 0; k < 32; k += 8)
            tile[y + k][x] = sum + k;
        __syncthreads();
        for (int k = 0; k < 32; k += 8)
            sum += tile[x][y + k];
        __syncthreads();
    }
    out[at] = sum;
}

/* While threads read one tile, copies of the next are under way. */
__global__ void async_tiles(const float *in, float *out, int n)
{
    __shared__ float tile[2][16][32];
    int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 512 + y * 32 + x;
    float sum = 0;
    for (int k = 0; k < 16; k += 8)
        __pipeline_memcpy_async(&tile[0][y + k][x], &in[at + 32 * k], sizeof *in);
    __pipeline_commit();
    for (int r = 0; r < n; r++) {
        for (int k = 0; k < 16; k += 8)
            __pipeline_memcpy_async(&tile[~r & 1][y + k][x], &in[at + 32 * k + r], sizeof *in);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += tile[r & 1][k][x] * tile[r & 1][x & 15][k + y];
        __syncthreads();
    }
    out[at] = sum;
}

/* Each thread has a row of global memory of its own. */
__global__ void own_rows(int *rows, int n)
{
    int *mine = rows + (blockIdx.x * 128 + threadIdx.x) * 64;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 64; k++)
            mine[k] += r;
}

/* Words of global memory all over the place. */
__global__ void scattered(unsigned *to, int n)
{
    unsigned all = gridDim.x * 128, i = blockIdx.x * 128 + threadIdx.x;
    for (int r = 0; r < n; r++)
        to[(i + r * all) * 2654435761u & (all * n - 1)] += r;
}

__global__ void global_atomics(unsigned *to, int n)
{
    unsigned i = blockIdx.x * 128 + threadIdx.x;
    for (int r = 0; r < n; r++)
        atomicAdd(&to[(i + r * 8191) * 2654435761u >> 20], i);
}

__global__ void shared_floats(float *out, int n)
{
    __shared__ float s[256];
    s[threadIdx.x] = s[threadIdx.x + 128] = 0;
    __syncthreads();
    for (int r = 0; r < n; r++)
        atomicAdd(&s[(threadIdx.x + r * 77) * 2654435761u >> 24], 1.0f);
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 128];
}
}
