#include "cuda_runtime.h"

/* Sides that were computed with a sign. */
int main(void)
{
    struct cudaPitchedPtr box;
    cudaMalloc3D(&box, (struct cudaExtent){ (size_t)-4, 4, 4 }); // expect: bad-size arg=extent.width
    cudaMalloc3D(&box, (struct cudaExtent){ 4, (size_t)-4, 4 }); // expect: bad-size arg=extent.height
    cudaMalloc3D(&box, (struct cudaExtent){ 4, 4, (size_t)-4 }); // expect: bad-size arg=extent.depth
    return 0;
}
