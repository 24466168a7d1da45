#include <cstdlib>

#include "cuda_runtime.h"

struct table {
    char *rows = new char[96];
    ~table()
    {
        delete[] rows; // site: destroyed
    }
};

/* A small block that a call has used is freed with a stack, however many blocks came before. */
int main()
{
    void *device;
    cudaMalloc(&device, 4096);
    for (int i = 0; i < 1200000; i++) {
        void *volatile block = std::malloc(24);
        std::free(block);
    }
    table *weights = new table;
    const char *rows = weights->rows;
    cudaMemcpy(device, rows, 96, cudaMemcpyHostToDevice);
    delete weights;
    cudaMemcpy(device, rows, 96, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    return 0;
}
