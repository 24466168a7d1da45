// nvcc: -arch=sm_75 -std=c++17
#include <thrust/copy.h>
#include <thrust/device_vector.h>

struct is_zero {
    __device__ bool operator()(int x) const { return x == 0; }
};

/* Thrust asks CUB for the size of its storage itself: what is too small is the program's. */
int main()
{
    thrust::device_vector<int> from(1000), to(10);
    thrust::copy_if(from.begin(), from.end(), to.begin(), is_zero()); // expect-soft: kernel-out-of-bounds says=pass_the_library_no_more_elements unsaid=temporary
    cudaDeviceSynchronize();
    return 0;
}
