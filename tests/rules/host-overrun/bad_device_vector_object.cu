/* The vector's object is the host's, its elements are the device's. */
#include <cuda_runtime.h>
#include <thrust/device_vector.h>

int main()
{
    thrust::device_vector<int> numbers(100, 1);
    int host[100];
    cudaMemcpy(host, &numbers, sizeof host, cudaMemcpyDefault); // expect: host-overrun arg=src says=object_of_a_device_vector
    return 0;
}
