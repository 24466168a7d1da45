// soft only: not measured on a GPU
#include "cuda_runtime.h"

/* No rule looks at positions in pitched memory yet; one that does takes this program over. */
int main(void)
{
    static char host[4][64];
    void *memory;
    struct cudaMemcpy3DParms copy = { .srcPtr = { host, 64, 64, 4 }, .srcPos = { (size_t)-1, 0, 0 }, .extent = { 16, 4, 1 }, .kind = cudaMemcpyHostToDevice };
    cudaMalloc(&memory, 4096);
    copy.dstPtr = (struct cudaPitchedPtr){ memory, 64, 64, 4 };
    cudaMemcpy3D(&copy); // expect: failed-call result=1
    cudaFree(memory);
    return 0;
}
