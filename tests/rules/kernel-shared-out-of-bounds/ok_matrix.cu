/* Rows of matrices up to the end of the array; the addresses of lanes that have no row do not count. */
// nvcc: -arch=sm_90
#include "async.h"

__global__ void copy(unsigned *out)
{
    __shared__ alignas(16) unsigned short rows[16][8], pair[8][8];
    for (int k = 0; k < 8; k++)
        rows[threadIdx.x % 16][k] = k;
    __syncwarp();
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared_address(&rows[threadIdx.x])) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(shared_address(&pair[threadIdx.x])), "r"(b) : "memory");
    __syncwarp();
    out[threadIdx.x] = (a == b) + pair[threadIdx.x / 4][threadIdx.x % 4 * 2 + 1];
}

int main()
{
    unsigned *out, values[32];
    cudaMalloc(&out, sizeof values);
    copy<<<1, 32>>>(out);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 32; k++)
        if (values[k] != 1u + k % 4 * 2 + 1)
            return 1;
    return cudaFree(out);
}
