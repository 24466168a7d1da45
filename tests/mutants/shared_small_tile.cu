/* The block has more rows than the tile that its threads fill. */
#include "mutant.h"

const int ROWS = RIGHT(32) BUG(16);

__global__ void flip(float *image, int n)
{
    __shared__ float tile[ROWS][32];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = image[y * n + x];          // site: kernel
    __syncthreads();
    image[y * n + x] = tile[blockDim.y - 1 - threadIdx.y][threadIdx.x];         // site: kernel
}

int main()
{
    const int n = 64;
    float *image = upload(numbers<float>(n * n));
    flip<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(image, n);     // expect: kernel-shared-out-of-bounds
    finish();
    std::vector<float> got = download(image, n * n);
    release(image);
    return verdict(got[0] == 31 * n % 97);
}
