#include "cuda_runtime.h"
#include "copy_batch.h"

int main(void)
{
    make_batch();
    attributes[1].srcAccessOrder = (enum cudaMemcpySrcAccessOrder)0;
    cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, stream);    // expect: bad-flags arg=attrs[1].srcAccessOrder result=1
    return cudaFree(a) || cudaFree(b);
}
