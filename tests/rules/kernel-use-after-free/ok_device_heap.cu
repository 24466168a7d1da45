// nvcc: -arch=sm_90 -lineinfo
#include <stdlib.h>

/* Blocks that come and go, more of them than the heap has room for at once, full to the last byte. */
__global__ void churn(int *bad)
{
    for (int round = 0; round < 40; round++) {
        size_t n = 1 + (threadIdx.x * 37 + round * 101) % 4096;
        char *p = (char *)malloc(n);
        if (!p) {
            atomicAdd(bad, 1);
            continue;
        }
        for (size_t i = 0; i < n; i += 61)
            p[i] = (char)i;
        p[n - 1] = 1;
        free(p);
    }
    char *large = threadIdx.x ? NULL : (char *)malloc(7 << 20);
    if (!threadIdx.x && !large)
        atomicAdd(bad, 1);
    free(large);
    free(NULL);
}

int main()
{
    int *bad, result = 1;
    cudaMalloc(&bad, sizeof *bad);
    cudaMemset(bad, 0, sizeof *bad);
    churn<<<1, 64>>>(bad);
    cudaMemcpy(&result, bad, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(bad);
    return result;
}
