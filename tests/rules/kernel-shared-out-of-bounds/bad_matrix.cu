/* Rows of matrices that lie beyond the array: one load, one store. */
// nvcc: -arch=sm_90
#include <sys/wait.h>
#include <unistd.h>
#include "async.h"

__global__ void load(unsigned *out, int shift)
{
    __shared__ alignas(16) unsigned short rows[16][8];
    for (int k = 0; k < 8; k++)
        rows[threadIdx.x % 16][k] = k;
    __syncwarp();
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared_address(&rows[threadIdx.x % 16 + shift])) : "memory");
    out[threadIdx.x] = a + b;
}

__global__ void store(unsigned *out, int shift)
{
    __shared__ alignas(16) unsigned short rows[8][8];
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(shared_address(&rows[threadIdx.x % 8 + shift])), "r"(threadIdx.x) : "memory");
    __syncwarp();
    out[threadIdx.x] = rows[threadIdx.x % 8][0];
}

/* Each in a process of its own: not everywhere the context survives it. */
static void run(int which)
{
    unsigned *out;
    cudaMalloc(&out, 32 * sizeof *out);
    if (which == 0)
        load<<<1, 32>>>(out, 1); // expect: kernel-shared-out-of-bounds says=read_16_bytes contained=0
    else
        store<<<1, 32>>>(out, 1); // expect: kernel-shared-out-of-bounds says=wrote_16_bytes contained=0
    cudaDeviceSynchronize();
    cudaFree(out);
    _exit(0);
}

int main()
{
    for (int which = 0; which < 2; which++) {
        if (!fork())
            run(which);
        wait(NULL);
    }
    return 0;
}
