// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

struct pair { int first[4], second[4]; };

__device__ int left_table[128], right_table[128];
__device__ unsigned char bytes[256];
__device__ pair parts;
__device__ int *through = right_table + 127;
__device__ int *some[2] = { left_table, right_table };
__device__ int counter;
__constant__ int fixed[64];
__managed__ int shared_by_both[1024];

__global__ void choose(const int *mine, int which, int n)
{
    const int *from = which == 2 ? mine : which ? left_table : right_table;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&counter, from[i]);
}

/* From one variable to another by their distance, as offset pointers do. */
__global__ void by_distance(long distance) { *(int *)((char *)left_table + distance) = 3; }
__global__ void distance_of(long *to) { *to = (char *)right_table - (char *)left_table; }

__global__ void byte_index(size_t at, const size_t *index, const int *small)
{
    bytes[at] = 1;
    bytes[index[0]] = 2;
    bytes[small[0]] = 3;
}

/* Backwards from the end; other types; fields. */
__global__ void walk(int *to)
{
    int sum = 0;
    for (const int *at = left_table + 128; at-- != left_table;)
        sum += *at;
    double2 wide = ((double2 *)left_table)[31];
    parts.first[threadIdx.x] = sum;
    parts.second[3] = parts.first[0] + (wide.x != 0);
    *through = *some[threadIdx.x] + fixed[63] + shared_by_both[1023];
    for (int *a = left_table, *b = right_table; a < left_table + 128 && *a == *b; a++, b++)
        *to += 1;
}

__device__ __noinline__ int read(const int *from, int i) { return from ? from[i] : left_table[i]; }
__global__ void in_function(const int *from, int *to) { *to = read(from, 1) + read(NULL, 127) + read(left_table, 127); }

int main()
{
    int *memory, host[128] = { 0 };
    size_t *index, at = 255, size;
    long *distance, far;
    void *left;
    if (cudaMemcpyToSymbol(fixed, host, sizeof fixed - 16, 16) || cudaMemcpyToSymbol(left_table, host, sizeof host) ||
        cudaMemcpyToSymbol(right_table, host, 4, 508) || cudaMemcpyFromSymbol(host, left_table, 256, 256) ||
        cudaGetSymbolSize(&size, left_table) || size != 512 || cudaGetSymbolAddress(&left, left_table) || cudaMemset(left, 0, size))
        return 1;
    cudaMalloc(&memory, 4096);
    cudaMalloc(&index, 8);
    cudaMalloc(&distance, 8);
    cudaMemset(memory, 0, 4096);
    cudaMemcpy(index, &at, 8, cudaMemcpyHostToDevice);
    for (int which = 0; which < 3; which++)
        choose<<<1, 64>>>(memory, which, 128);
    distance_of<<<1, 1>>>(distance);
    cudaMemcpy(&far, distance, 8, cudaMemcpyDeviceToHost);
    by_distance<<<1, 1>>>((char *)memory - (char *)left);
    byte_index<<<1, 1>>>(255, index, memory + 1);
    walk<<<1, 1>>>(memory + 4);
    in_function<<<1, 1>>>(memory, memory + 8);
    in_function<<<1, 1>>>((int *)left + 126, memory + 8);
    return cudaDeviceSynchronize() || cudaFree(memory) || cudaFree(index) || cudaFree(distance);
}
