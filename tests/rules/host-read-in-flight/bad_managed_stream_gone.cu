// A stream is destroyed while its kernel still runs: that waits for nothing, but cudaFree does.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

__global__ void slow(int *p)
{
    for (int i = 0; i < 20; i++)
        __nanosleep(1000000);
    p[threadIdx.x] = 1;
}

int main()
{
    int *p;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocManaged(&p, 4096);
    slow<<<1, 64, 0, stream>>>(p); // site: related
    int early = p[5]; // expect: host-read-in-flight says=kernel_slow
    cudaStreamDestroy(stream);
    cudaDeviceSynchronize();
    bool lost = p[63] != 1;
    cudaFree(p);
    return lost || early < 0;
}
