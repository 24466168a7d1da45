/* The same with a unique_ptr, handed to a function as a reference. */
#include "cuda_runtime.h"
#include <memory>

static void send(void *device, const std::unique_ptr<int[]> &host)
{
    cudaMemcpy(device, &host, 400, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=object_of_a_unique_pointer
}

int main()
{
    void *device;
    std::unique_ptr<int[]> host(new int[100]());
    cudaMalloc(&device, 400);
    send(device, host);
    cudaFree(device);
    return 0;
}
