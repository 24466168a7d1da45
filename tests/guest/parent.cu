/* A kernel that launches another one. */
#include <cstdio>

__global__ void child(int *p) { p[threadIdx.x] = 3 * threadIdx.x; }
__global__ void parent(int *p) { child<<<1, 32>>>(p); }

int main()
{
    int *p, host[32] = { 0 };
    cudaMalloc(&p, sizeof host);
    parent<<<1, 1>>>(p);
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(p);
    printf("%d %d\n", host[3], host[31]);
}
