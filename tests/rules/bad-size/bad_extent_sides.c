#include "cuda_runtime.h"

/* Sides that were computed with a sign, and more options than there are. */
int main(void)
{
    struct cudaPitchedPtr box;
    CUlibrary library;
    CUlibraryOption options[3] = { CU_LIBRARY_BINARY_IS_PRESERVED, CU_LIBRARY_BINARY_IS_PRESERVED, CU_LIBRARY_BINARY_IS_PRESERVED };
    void *values[3] = { NULL };
    cudaMalloc3D(&box, (struct cudaExtent){ (size_t)-4, 4, 4 }); // expect: bad-size arg=extent.width
    cudaMalloc3D(&box, (struct cudaExtent){ 4, (size_t)-4, 4 }); // expect: bad-size arg=extent.height
    cudaMalloc3D(&box, (struct cudaExtent){ 4, 4, (size_t)-4 }); // expect: bad-size arg=extent.depth
    cuLibraryLoadData(&library, ".version 7.0\n.target sm_50\n", NULL, NULL, 0, options, values, 3); // expect: bad-size arg=numLibraryOptions
    return 0;
}
