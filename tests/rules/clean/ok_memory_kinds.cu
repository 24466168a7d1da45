#include <cstdlib>
#include <cstring>

__device__ int counter;
__constant__ int table[4];
__managed__ int managed_counter;

__global__ void bump(int *m, int *mapped)
{
    atomicAdd(&counter, table[threadIdx.x & 3]);
    atomicAdd(&managed_counter, 1);
    atomicAdd(m, 1);
    atomicAdd(mapped, 2);
}

int main()
{
    int host_table[4] = { 1, 2, 3, 4 }, zero = 0, got = 0, *m, *mapped, *mapped_device;
    cudaMallocManaged(&m, 4);
    *m = 0;
    managed_counter = 0;
    cudaHostAlloc(&mapped, 4, cudaHostAllocMapped);
    *mapped = 0;
    if (cudaHostGetDevicePointer(&mapped_device, mapped, 0))
        return 1;
    if (cudaMemcpyToSymbol(table, host_table, sizeof host_table) || cudaMemcpyToSymbol(counter, &zero, 4))
        return 2;
    bump<<<1, 32>>>(m, mapped_device);
    if (cudaDeviceSynchronize() || cudaMemcpyFromSymbol(&got, counter, 4))
        return 3;
    if (got != 80 || *m != 32 || managed_counter != 32 || *mapped != 64)
        return 4;
    char *pitched;
    size_t pitch;
    char image[10][100], back[10][100];
    memset(image, 7, sizeof image);
    memset(back, 0, sizeof back);
    cudaMallocPitch(&pitched, &pitch, 100, 10);
    cudaMemcpy2D(pitched, pitch, image, 100, 100, 10, cudaMemcpyHostToDevice);
    cudaMemcpy2D(back, 100, pitched, pitch, 100, 10, cudaMemcpyDeviceToHost);
    if (memcmp(image, back, sizeof image))
        return 5;
    void *registered = aligned_alloc(4096, 8192);
    if (cudaHostRegister(registered, 8192, cudaHostRegisterDefault) || cudaHostUnregister(registered))
        return 6;
    free(registered);
    void *pool;
    if (cudaMallocAsync(&pool, 4096, 0) || cudaMemsetAsync(pool, 0, 4096, 0) || cudaFreeAsync(pool, 0) || cudaStreamSynchronize(0))
        return 7;
    return cudaFree(m) || cudaFreeHost(mapped) || cudaFree(pitched);
}
