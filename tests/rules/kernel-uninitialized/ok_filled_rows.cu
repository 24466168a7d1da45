/* Rows of which the first bytes are filled, few rows and many; nobody reads the rest. */
#include <cuda_runtime.h>

__global__ void first(int *to, const int4 *from) { to[threadIdx.x] = from[threadIdx.x].x * 4 + from[threadIdx.x].z; }

int main(void)
{
    int *to;
    int4 *rows;
    for (int count = 32; count <= 128; count += 96) {
        cudaMalloc(&to, count * sizeof *to);
        cudaMalloc(&rows, count * sizeof *rows);
        cudaMemset2D(rows, sizeof *rows, 0, 12, count);
        first<<<1, count>>>(to, rows);
        if (cudaDeviceSynchronize() || cudaFree(rows) || cudaFree(to))
            return 1;
    }
    return 0;
}
