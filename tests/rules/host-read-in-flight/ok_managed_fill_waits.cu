// cudaMemset of managed memory is fully synchronous and works on the default stream: kernels of blocking streams are over when it returns.
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p, *other;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&p, 4096);
    cudaMallocManaged(&other, 4);
    fill<<<1, 256, 0, stream>>>(p, 1);
    cudaMemset(other, 0, 4);
    int bad = p[7] != 1 || *other;
    fill<<<1, 256, 0, stream>>>(p, 2);
    cudaStreamSynchronize(0);
    bad += p[7] != 2;
    fill<<<1, 256>>>(p, 3);
    fill<<<1, 1, 0, stream>>>(other, 3);
    cudaStreamSynchronize(stream);
    bad += p[7] != 3;
    cudaFree(p);
    cudaFree(other);
    return bad;
}
