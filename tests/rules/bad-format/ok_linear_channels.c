#include "cuda_runtime.h"

int main(void)
{
    size_t width;
    return cudaFree(NULL) || cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 4, 0) || !width;
}
