#include "cuda_runtime.h"

/* Memory of a pool, freed by cudaFree when its work is over, or before anybody has used it. */
int main(void)
{
    char *memory, *other;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    for (int i = 0; i < 4; i++) {
        cudaMallocAsync((void **)&memory, 1 << 16, a);
        cudaMallocAsync((void **)&other, 1 << 16, a);
        cudaMemsetAsync(memory, 1, 1 << 16, a);
        cudaStreamSynchronize(a);
        cudaMemsetAsync(memory + 64, 1, 64, b);
        cudaStreamSynchronize(b);
        cudaFree(memory);
        cudaFree(other);
    }
    cudaMallocAsync((void **)&memory, 1 << 16, a);
    cudaFree(memory);
    return 0;
}
