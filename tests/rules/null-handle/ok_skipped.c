#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t e = NULL;
    cudaFree(0);
    if (e)
        cudaEventDestroy(e);
    return cudaStreamSynchronize(NULL) || cudaStreamQuery(0);
}
