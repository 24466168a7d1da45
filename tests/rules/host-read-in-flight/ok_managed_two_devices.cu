// Kernels of two devices, each waited for before its half is used; an event of one device stands for it when the other is current.
// env: INQUEST_SOFT_DEVICES=2
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p, bad = 0;
    cudaEvent_t event;
    cudaMallocManaged(&p, 4096);
    cudaEventCreate(&event);
    fill<<<1, 256>>>(p, 1);
    cudaEventRecord(event);
    cudaSetDevice(1);
    fill<<<1, 256>>>(p + 256, 2);
    cudaDeviceSynchronize();
    bad += p[300] != 2;
    cudaEventSynchronize(event);
    bad += p[30] != 1;
    cudaEventDestroy(event);
    return bad || cudaFree(p);
}
