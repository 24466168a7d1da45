// Host and kernel have words of one page each; the host reads its own first, then one of the kernel's.
// needs: single steps
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

__global__ void odd(int *p) { p[2 * threadIdx.x + 1] = 5; }

int main()
{
    int *p;
    volatile int sum = 0;
    cudaMallocManaged(&p, 4096);
    for (int i = 0; i < 1024; i++)
        p[i] = 1;
    odd<<<1, 256>>>(p); // site: related
    for (int i = 0; i < 8; i += 2)
        sum += p[i];
    sum += p[9]; // expect: host-read-in-flight says=byte_36
    cudaDeviceSynchronize();
    cudaFree(p);
    return sum < 0;
}
