/* Objects with static storage, in a namespace and in a function, by another name, and a valarray on the stack. */
#include "cuda_runtime.h"
#include <valarray>
#include <vector>

using samples = std::vector<float>;

namespace simulation
{
samples state(64);
}

int main()
{
    void *device;
    static std::vector<float> kept(64);
    std::valarray<float> weights(64);
    cudaMalloc(&device, 256);
    cudaMemcpy(device, &simulation::state, 256, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=the_object_of_a_vector_holds_the_address_of_its_elements
    cudaMemcpy(device, &kept, 256, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=the_object_of_a_vector_holds_the_address_of_its_elements
    cudaMemcpy(device, &weights, 256, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=the_object_of_a_valarray_holds_the_address_of_its_elements
    cudaFree(device);
    return 0;
}
