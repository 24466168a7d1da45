#include "cuda_runtime.h"

/* One plane of four channels is asked for as four planes. */
int main(void)
{
    struct cudaChannelFormatDesc format = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned };
    cudaArray_t array, plane;
    cudaMallocArray(&array, &format, 16, 16, 0);
    cudaArrayGetPlane(&plane, array, 1);        // expect: bad-subresource arg=planeIdx result=1
    return cudaFreeArray(array);
}
