// env: CUDA_VISIBLE_DEVICES=7
#include "cuda_runtime.h"

/* Goes on without a GPU. */
int main(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) != cudaErrorNoDevice || count;
}
