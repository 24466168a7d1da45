#include "cuda_runtime.h"

/* A side of the extent is negative. */
int main(void)
{
    struct cudaPitchedPtr p;
    int depth = 3;
    cudaFree(NULL);
    cudaMalloc3D(&p, (struct cudaExtent){ 64, 8, (size_t)(depth - 4) }); // expect: bad-size arg=extent.depth says=exceeds_the_address_space
    return 0;
}
