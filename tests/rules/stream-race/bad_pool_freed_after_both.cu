/* Two streams race for a block of a pool, which comes back to it after both, before the race is seen: it is not about a block that was handed out again. */
// soft only: what the kernels use follows from the structures that they get
#include "../../../include/inquest.h"
#include <cuda_runtime.h>

struct array { // what a kernel uses of it is known once the kernel has run
    int *at;
    long size, strides[2];
};

__global__ void fill(array to)
{
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < to.size; i += gridDim.x * blockDim.x)
        to.at[i * to.strides[i & 1]] = 1;
}

__global__ void twice(const array from, array to)
{
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < to.size; i += gridDim.x * blockDim.x)
        to.at[i] = 2 * from.at[i * from.strides[i & 1]];
}

int main()
{
    cudaStream_t one, other;
    int *heap, *out;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMalloc(&heap, 1 << 23);
    cudaMalloc(&out, 1 << 22);
    array block = { heap, 1 << 20, { 1, 1 } }, result = { out, 1 << 20, { 1, 1 } };
    inquest_pool_alloc(nullptr, heap, 1 << 22);
    fill<<<64, 256, 0, one>>>(block);           // site: related
    twice<<<64, 256, 0, other>>>(block, result); // expect: stream-race object=device-memory unsaid=handed_it_out_again unsaid=no_longer_uses_it
    cudaStreamSynchronize(other);
    inquest_pool_free(heap);
    return cudaDeviceSynchronize();
}
