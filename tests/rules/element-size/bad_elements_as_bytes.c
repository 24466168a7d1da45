#include "cuda_runtime.h"

static float host[64 * 64];

int main(void)
{
    cudaArray_t array;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaMallocArray(&array, &format, 64, 64, 0); // site: created
    cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 64, cudaMemcpyHostToDevice); // expect: element-size severity=warning arg=width object=array
    cudaFreeArray(array);
    return 0;
}
