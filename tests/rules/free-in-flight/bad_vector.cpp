#include <vector>

#include "cuda_runtime.h"

enum { SIZE = 1 << 20 };

/* What frees the memory is a header of the standard library; the function that the vector belonged to is to be named. */
static void upload(char *device, cudaStream_t s)
{
    std::vector<char> host(SIZE, 1);
    cudaHostRegister(host.data(), SIZE, 0); // site: created
    cudaMemcpyAsync(device, host.data(), SIZE, cudaMemcpyHostToDevice, s); // site: related
} // expect: free-in-flight object=registered-memory

int main()
{
    char *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    upload(device, s);
    cudaStreamSynchronize(s);
    cudaFree(device);
    return 0;
}
