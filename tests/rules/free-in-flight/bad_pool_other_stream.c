#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Memory of a pool is used on one stream and given back on another. */
int main(void)
{
    char *device;
    cudaStream_t s, t;
    cudaMemPool_t pool;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMallocFromPoolAsync((void **)&device, SIZE, pool, s);
    cudaMemsetAsync(device, 1, SIZE, s); // site: related
    cudaFreeAsync(device, t); // expect: free-in-flight arg=devPtr
    cudaDeviceSynchronize();
    return 0;
}
