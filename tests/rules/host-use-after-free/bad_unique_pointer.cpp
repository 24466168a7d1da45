// cc: g++ -O2
#include <memory>

#include "cuda_runtime.h"

/* Optimised: everything between the program's lines and malloc is inlined. */
struct staging { // site: destroyed
    std::unique_ptr<char[]> bytes;
    explicit staging(size_t size) : bytes(new char[size]) // site: created
    {
    }
};

__attribute__((noinline)) static const char *prepare(size_t size)
{
    staging area(size);
    return area.bytes.get();
}

int main()
{
    void *device;
    cudaMalloc(&device, 4096);
    const char *bytes = prepare(600);
    cudaMemcpy(device, bytes, 600, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    return 0;
}
