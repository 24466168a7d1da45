#include <string>

#include "cuda_runtime.h"

/* A text that was a temporary: made by one function, gone at the end of a statement of another. */
static std::string banner(int n)
{
    return std::string(1000, '-') + std::to_string(n); // site: created
}

int main()
{
    void *device;
    cudaMalloc(&device, 4096);
    const char *text = banner(7).c_str(); // site: destroyed
    cudaMemcpy(device, text, 1000, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    return 0;
}
