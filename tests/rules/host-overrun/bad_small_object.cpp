#include <string>
#include <vector>
#include "cuda_runtime.h"

/* The address of the container for that of its elements, which are so few that the copy does not leave it. */
int main()
{
    std::vector<int> four(4, 7), back(5);
    std::string name = "seventeen letters";
    void *d;
    cudaMalloc(&d, 64);
    cudaMemcpy(d, &four, four.size() * sizeof(int), cudaMemcpyHostToDevice); // expect: host-overrun arg=src severity=warning says=16_bytes_of_elements
    cudaMemcpyAsync(d, &name, name.size() + 1, cudaMemcpyHostToDevice, 0); // expect: host-overrun arg=src severity=warning says=18_bytes_of_elements
    cudaDeviceSynchronize();
    cudaMemcpy(&back, d, back.size() * sizeof(int), cudaMemcpyDeviceToHost); // expect: host-overrun arg=dst severity=warning says=whose_pointers_are_lost
    _Exit(0);
}
