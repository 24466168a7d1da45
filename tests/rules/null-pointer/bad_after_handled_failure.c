/* An allocation fails and the program does something about it; NULL comes from elsewhere. */
#include "cuda_runtime.h"

#include <stdlib.h>

int main(void)
{
    int *big = NULL, *device, *host = getenv("NO_SUCH_VARIABLE") ? malloc(4) : NULL;
    if (cudaMalloc((void **)&big, (size_t)1 << 50))
        cudaGetLastError();
    cudaMalloc((void **)&device, 128);
    cudaMemset(device, 0, 128);
    cudaMemcpy(host, device, 128, cudaMemcpyDeviceToHost); // expect: null-pointer arg=dst
    cudaFree(device);
    return 0;
}
