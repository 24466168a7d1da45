// nvcc: -arch=sm_90 -lineinfo
// soft only: a real device loses the context
#include <stdlib.h>

__global__ void twice()
{
    void *p = malloc(64);
    free(p);
    free(p); // site: kernel
}

int main()
{
    twice<<<1, 1>>>(); // expect: kernel-use-after-free says=free()
    return cudaDeviceSynchronize() == cudaSuccess;
}
