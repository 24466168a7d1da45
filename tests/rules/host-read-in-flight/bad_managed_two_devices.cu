// Kernels of two devices write halves of one allocation; only the second device is waited for.
// needs: single steps
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
// env: INQUEST_SOFT_DEVICES=2
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p;
    cudaMallocManaged(&p, 4096);
    cudaSetDevice(0);
    fill<<<1, 256>>>(p, 1); // site: related
    cudaSetDevice(1);
    fill<<<1, 256>>>(p + 256, 2);
    cudaDeviceSynchronize();
    int sum = p[300];
    sum += p[30]; // expect: host-read-in-flight says=byte_120
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    cudaFree(p);
    return sum < 0;
}
