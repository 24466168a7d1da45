#include "cuda_runtime.h"

static cudaArray_t make(int bits)
{
    struct cudaChannelFormatDesc format = { bits, 0, 0, 0, cudaChannelFormatKindUnsigned };
    cudaArray_t array = NULL;
    cudaMalloc3DArray(&array, &format, (struct cudaExtent){ 8, 8, 4 }, 0);      // site: created
    return array;
}

/* Floats go to an array of bytes. */
int main(void)
{
    struct cudaMemcpy3DParms copy = { .extent = { 8, 8, 4 }, .kind = cudaMemcpyDeviceToDevice };
    copy.srcArray = make(32);
    copy.dstArray = make(8);
    cudaMemcpy3D(&copy);                        // expect: bad-format arg=p->dstArray object=array result=1
    return cudaFreeArray(copy.srcArray) || cudaFreeArray(copy.dstArray);
}
