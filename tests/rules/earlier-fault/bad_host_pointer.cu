#include <cstdlib>

__global__ void fill(int *p) { p[threadIdx.x] = 3; }

int main()
{
    int *h = (int *)malloc(256);
    fill<<<1, 64>>>(h); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel // expect-real: launch-host-pointer
    cudaDeviceSynchronize(); // site: related
    free(h);
    return 0;
}
