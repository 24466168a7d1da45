#include "cuda_runtime.h"

/* A side of the extent is negative: a GPU's driver refuses it, the software device has no memory for it. */
int main(void)
{
    struct cudaPitchedPtr p;
    int depth = 3;
    cudaFree(NULL);
    cudaMalloc3D(&p, (struct cudaExtent){ 64, 8, (size_t)(depth - 4) }); // expect-real: bad-size arg=extent says=exceeds_the_address_space // expect-soft: out-of-memory
    return 0;
}
