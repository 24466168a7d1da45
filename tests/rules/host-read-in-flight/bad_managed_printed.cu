// A text that a kernel writes is printed and copied by the C library before anybody has waited; the missing wait is one finding.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void say(char *p, int n)
{
    for (int i = threadIdx.x; i < n - 1; i += blockDim.x)
        p[i] = 'a' + i % 26;
}

int main()
{
    enum { N = 256 };
    char *p, copy[N];
    cudaMallocManaged(&p, N);
    memset(p, 0, N);
    say<<<1, 32>>>(p, N); // site: related
    snprintf(copy, sizeof copy, "%s", p); // expect: host-read-in-flight says=kernel_say
    memcpy(copy, p, N);
    cudaDeviceSynchronize();
    cudaFree(p);
    return copy[0] == 'z';
}
