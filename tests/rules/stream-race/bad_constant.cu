#include <cuda_runtime.h>

__constant__ int scale[64];

__global__ void use(int *to) { to[threadIdx.x] = scale[threadIdx.x % 64]; }

/* The constants of the next step arrive while the kernel of this one may still use the old ones. */
int main()
{
    int *next, *to;
    cudaStream_t work, upload;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
    cudaMallocHost((void **)&next, sizeof scale);
    cudaMalloc((void **)&to, 4096);
    use<<<1, 64, 0, work>>>(to); // site: related
    cudaMemcpyToSymbolAsync(scale, next, sizeof scale, 0, cudaMemcpyHostToDevice, upload); // expect-soft: stream-race
    return cudaDeviceSynchronize();
}
