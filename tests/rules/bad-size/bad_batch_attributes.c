#include "cuda_runtime.h"

int main(void)
{
    char *a, *b;
    cudaStream_t stream;
    struct cudaMemcpyAttributes attributes[2] = { { .srcAccessOrder = cudaMemcpySrcAccessOrderStream }, { .srcAccessOrder = cudaMemcpySrcAccessOrderStream } };
    cudaMalloc((void **)&a, 256);
    cudaMalloc((void **)&b, 256);
    cudaStreamCreate(&stream);
    void *to[] = { a, a + 64, a + 128 };
    const void *from[] = { b, b + 64, b + 128 };
    size_t sizes[] = { 64, 64, 64 }, starts[] = { 0, 2 };
    starts[1] = 3;
    cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, stream);    // expect: bad-size arg=attrsIdxs result=1
    starts[1] = 2;
    sizes[1] = 0;
    cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, stream);    // expect: bad-size arg=sizes result=1
    return cudaFree(a) || cudaFree(b);
}
