/* A transposition through a tile: it is read while it is still filled. */
#include "mutant.h"

const int TILE = 16;

__global__ void transpose(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];     // site: kernel
    RIGHT(__syncthreads();)
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];    // site: kernel
}

int main()
{
    const int n = 64;
    float *in = upload(numbers<float>(n * n)), *out = fresh<float>(n * n);
    transpose<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(in, out, n);  // expect: kernel-shared-race severity=warning
    finish();
    std::vector<float> got = download(out, n * n);
    release(in, out);
    return verdict(got[1] == 64 && got[64] == 1);
}
