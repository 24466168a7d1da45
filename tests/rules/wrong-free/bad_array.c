#include "cuda_runtime.h"

int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaArray_t array;
    cudaMallocArray(&array, &format, 16, 16, 0); // site: created
    cudaFree(array); // expect: wrong-free arg=devPtr object=array state=live
    return cudaFreeArray(array);
}
