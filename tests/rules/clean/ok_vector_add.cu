#include <cstdio>
#include <cstdlib>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    const int n = 50000;
    float *a = (float *)malloc(n * sizeof *a), *b = (float *)malloc(n * sizeof *b), *c = (float *)malloc(n * sizeof *c);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 2 * i;
    float *da, *db, *dc;
    cudaMalloc(&da, n * sizeof *a);
    cudaMalloc(&db, n * sizeof *b);
    cudaMalloc(&dc, n * sizeof *c);
    cudaMemcpy(da, a, n * sizeof *a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, n * sizeof *b, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
    cudaMemcpy(c, dc, n * sizeof *c, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (c[i] != 3.0f * i)
            return 2;
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    free(a);
    free(b);
    free(c);
    return 0;
}
