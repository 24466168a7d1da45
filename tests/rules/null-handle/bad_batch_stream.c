#include "cuda_runtime.h"
#include "copy_batch.h"

int main(void)
{
    make_batch();
    cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, NULL);      // expect: null-handle arg=stream object=stream result=1
    return cudaFree(a) || cudaFree(b);
}
