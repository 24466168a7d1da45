/* The allocation fails, nobody looks, the copy gets the untouched variable. */
#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    void *device = NULL;
    cudaMalloc(&device, (size_t)1 << 50); // site: related
    cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice); // expect: unchecked-error arg=dst api=cudaMemcpy result=1
    return 0;
}
