// cc: g++ -std=c++17
#include <new>

#include "cuda_runtime.h"

struct alignas(256) row {
    float value[64];
};

/* operator new and delete for types of large alignment go by aligned_alloc. */
int main()
{
    void *device;
    row *rows = new row[8]; // site: created
    cudaMalloc(&device, sizeof(row) * 8);
    delete[] rows; // site: destroyed
    cudaMemcpy(device, rows, sizeof(row) * 8, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    return 0;
}
