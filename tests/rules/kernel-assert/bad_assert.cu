#include <cassert>

__global__ void check(int n) { assert(n > 0); }

int main()
{
    check<<<1, 1>>>(-1); // expect-soft: kernel-assert api=cudaLaunchKernel // site-real: related
    cudaDeviceSynchronize(); // site-soft: related // expect-real: kernel-assert api=cudaDeviceSynchronize result=710
    return 0;
}
