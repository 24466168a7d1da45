/* The same with a string, as the target of a copy. */
#include "cuda_runtime.h"
#include <string>

int main()
{
    void *device;
    std::string host(64, ' ');
    cudaMalloc(&device, 64);
    cudaMemset(device, 0, 64);
    cudaMemcpy(&host, device, 64, cudaMemcpyDeviceToHost); // expect: host-overrun arg=dst says=object_of_a_string
    cudaFree(device);
    return 0;
}
