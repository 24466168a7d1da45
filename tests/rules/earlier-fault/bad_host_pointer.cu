#include <cstdlib>

__global__ void fill(int *p) { p[threadIdx.x] = 3; }

int main()
{
    int *h = (int *)malloc(256);
    fill<<<1, 64>>>(h); // site: related
    cudaDeviceSynchronize(); // expect: earlier-fault api=cudaDeviceSynchronize result=700
    free(h);
    return 0;
}
