#include "cuda_runtime.h"

/* Memory of a pool, freed by cudaFree, which does not wait for what other streams do with it. */
int main(void)
{
    char *memory, *other;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocAsync((void **)&memory, 1 << 16, a);
    cudaStreamSynchronize(a);
    cudaMemsetAsync(memory, 1, 1 << 16, b); // site: related
    cudaFree(memory); // expect: free-in-flight arg=devPtr object=device-memory
    cudaStreamSynchronize(b);
    return 0;
}
