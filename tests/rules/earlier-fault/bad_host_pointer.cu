#include <cstdlib>

__global__ void fill(int *p) { p[threadIdx.x] = 3; }

int main()
{
    int *h = (int *)malloc(256);
    fill<<<1, 64>>>(h); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel // site-real: related
    cudaDeviceSynchronize(); // site-soft: related // expect-real: earlier-fault api=cudaDeviceSynchronize result=700
    free(h);
    return 0;
}
