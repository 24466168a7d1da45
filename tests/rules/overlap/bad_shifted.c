#include "cuda_runtime.h"

int main(void)
{
    char *d;
    cudaMalloc((void **)&d, 8192); // site: created
    cudaMemcpy(d + 16, d, 4096, cudaMemcpyDeviceToDevice); // expect: overlap severity=warning arg=dst object=device-memory
    cudaFree(d);
    return 0;
}
