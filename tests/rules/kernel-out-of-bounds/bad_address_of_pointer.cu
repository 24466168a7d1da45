// unseen on a GPU: null pointers and host memory end the context there
#include <cuda_runtime.h>
#include <thrust/device_vector.h>

/* &p for p, and the object of a vector for its elements; the neighbour of a number is not what was meant. */
__global__ void first(int *p)
{
    p[threadIdx.x] = 1; // site-soft: kernel
}

int main(int argc, char **argv)
{
    thrust::device_vector<int> vector(100, 1);
    first<<<1, 32>>>((int *)&vector); // expect-soft: kernel-out-of-bounds says=the_object_there_holds_a_pointer_to_400_bytes_of_device_memory
    cudaDeviceSynchronize();
    _Exit(0);
}
