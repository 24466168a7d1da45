#include <cmath>
#include <vector>

const int tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    __shared__ float sa[tile][tile], sb[tile][tile];
    int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n / tile; t++) {
        sa[threadIdx.y][threadIdx.x] = a[row * n + t * tile + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(t * tile + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < tile; k++)
            sum += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

int main()
{
    const int n = 64;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; i++)
        a[i] = i % 7, b[i] = i % 5;
    float *da, *db, *dc;
    cudaMalloc(&da, n * n * 4);
    cudaMalloc(&db, n * n * 4);
    cudaMalloc(&dc, n * n * 4);
    cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * n * 4, cudaMemcpyHostToDevice);
    multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(da, db, dc, n);
    cudaMemcpy(c.data(), dc, n * n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float want = 0;
            for (int k = 0; k < n; k++)
                want += a[i * n + k] * b[k * n + j];
            if (std::fabs(want - c[i * n + j]) > 1e-3)
                return 1;
        }
    return cudaFree(da) || cudaFree(db) || cudaFree(dc);
}
