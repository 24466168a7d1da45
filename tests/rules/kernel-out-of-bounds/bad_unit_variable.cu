// unseen on a GPU: variables whose address no argument carries are not checked
// nvcc: -rdc=true -arch=compute_75 -lineinfo
#include <cuda_runtime.h>

static __device__ int plain[4];
namespace outer {
static __device__ float scores[4];
namespace {
__device__ int hits[4];
}
}

__global__ void count(int which, int i)
{
    static __device__ int calls[2];
    if (which == 0)
        plain[i]++; // site-soft: kernel
    else if (which == 1)
        outer::scores[i]++;
    else if (which == 2)
        outer::hits[i]++;
    else
        calls[i]++;
}

/* Units that are linked have names for their own variables; the reports use those of the program. */
int main()
{
    count<<<1, 1>>>(0, 4); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_plain_of
    count<<<1, 1>>>(1, 5); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_outer::scores_of
    count<<<1, 1>>>(2, 6); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_outer::(anonymous_namespace)::hits_of
    count<<<1, 1>>>(3, 2); // expect-soft: kernel-out-of-bounds object=symbol says=of_variable_calls_of
    return cudaDeviceSynchronize();
}
