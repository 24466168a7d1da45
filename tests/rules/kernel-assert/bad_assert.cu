#include <cassert>

__global__ void check(int n) { assert(n > 0); }

int main()
{
    check<<<1, 1>>>(-1); // site: related
    cudaDeviceSynchronize(); // expect: kernel-assert api=cudaDeviceSynchronize result=710
    return 0;
}
