#include "cuda_runtime.h"

/* What was meant is the other buffer: the call does nothing, and says so to nobody. */
int main(void)
{
    char *from, *to;
    cudaMalloc((void **)&from, 4096);
    cudaMalloc((void **)&to, 4096); // site: created
    cudaMemcpy(to, to, 4096, cudaMemcpyDeviceToDevice); // expect: overlap severity=note arg=dst object=device-memory says=copies_memory_onto_itself
    cudaFree(from);
    return cudaFree(to);
}
