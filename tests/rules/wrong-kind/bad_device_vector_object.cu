/* The vector's object is the host's: on the stack, in static memory and on the heap. */
#include <cuda_runtime.h>
#include <thrust/device_vector.h>

int main()
{
    thrust::device_vector<int> local(100, 1);
    static thrust::device_vector<int> fixed(100, 1);
    auto *heap = new thrust::device_vector<int>(100, 1);
    int host[100];
    cudaMemcpy(host, &local, sizeof host, cudaMemcpyDeviceToHost); // expect: wrong-kind arg=kind says=the_object_there_holds_a_pointer_to_400_bytes_of_device_memory
    cudaMemcpy(&fixed, host, sizeof host, cudaMemcpyHostToDevice); // expect: wrong-kind arg=kind says=the_object_there_holds_a_pointer_to_400_bytes_of_device_memory
    cudaMemcpy(host, heap, sizeof host, cudaMemcpyDeviceToHost); // expect: wrong-kind arg=kind says=the_object_there_holds_a_pointer_to_400_bytes_of_device_memory
    cudaMemset(&local, 0, sizeof host); // expect: wrong-space arg=devPtr says=the_object_there_holds_a_pointer_to_400_bytes_of_device_memory
    delete heap;
    fixed = thrust::device_vector<int>();
    return 0;
}
