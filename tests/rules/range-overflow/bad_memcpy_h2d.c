/* A count in bytes of 100 ints, an allocation of 10 ints. */
#include "cuda_runtime.h"

int main(void)
{
    int host[100] = { 0 };
    int *device;
    cudaMalloc((void **)&device, 10 * sizeof(int)); // site: created
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice); // expect: range-overflow arg=count object=device-memory api=cudaMemcpy entry=cuMemcpyHtoD_v2 result=1 state=live
    cudaFree(device);
    return 0;
}
