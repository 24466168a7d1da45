#include "cuda_runtime.h"

int main(void)
{
    size_t width;
    cudaFree(NULL);
    return cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 9, 0); // expect: bad-format arg=numChannels
}
