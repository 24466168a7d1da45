#include "cuda_runtime.h"
#include "copy_batch.h"

int main(void)
{
    make_batch();
    starts[1] = 3;
    cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, stream);    // expect: bad-size arg=attrsIdxs result=1
    starts[1] = 2;
    sizes[1] = 0;
    cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, stream);    // expect: bad-size arg=sizes result=1
    return cudaFree(a) || cudaFree(b);
}
