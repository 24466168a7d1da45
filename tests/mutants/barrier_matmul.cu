/* A product by tiles: the next tiles are loaded while the last ones are still used. */
#include "mutant.h"

const int TILE = 8;

__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n / TILE; t++) {
        left[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];           // site: kernel
        right[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + column];     // site: kernel
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];                        // site: kernel
        RIGHT(__syncthreads();)
    }
    c[row * n + column] = sum;
}

int main()
{
    const int n = 32;
    std::vector<float> left(n * n);
    float first = 0, last = 0;
    for (int i = 0; i < n * n; i++)
        left[i] = (float)(i % 7);
    for (int k = 0; k < n; k++)
        first += 2 * left[k], last += 2 * left[n * n - n + k];
    float *a = upload(left), *b = upload(std::vector<float>(n * n, 2));
    float *c = fresh<float>(n * n);
    product<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);    // expect: kernel-shared-race severity=warning
    finish();
    std::vector<float> got = download(c, n * n);
    release(a, b, c);
    return verdict(got[0] == first && got[n * n - 1] == last);
}
