#include "cuda_runtime.h"

/* The import failed long ago. */
int main(void)
{
    cudaExternalSemaphore_t semaphore = NULL;
    struct cudaExternalSemaphoreSignalParams params = { 0 };
    cudaFree(0);
    cudaSignalExternalSemaphoresAsync(&semaphore, &params, 1, 0);       // expect: null-handle arg=extSemArray object=external-semaphore result=400 contained=1
    return 0;
}
