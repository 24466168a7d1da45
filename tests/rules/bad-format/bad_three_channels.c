#include "cuda_runtime.h"

int main(void)
{
    cudaArray_t array;
    struct cudaChannelFormatDesc format = { 8, 8, 8, 0, cudaChannelFormatKindUnsigned };
    cudaMallocArray(&array, &format, 16, 16, 0); // expect: bad-format arg=desc result=20
    return 0;
}
