// The host looks for the greatest element of what a kernel still counts: the same word is compared again and again, with new ones.
// (A GPU does not tell which bins a kernel counts in.)
#include <algorithm>
#include <cuda_runtime.h>

struct in_managed_memory {
    static void *operator new(size_t size)
    {
        void *memory = nullptr;
        cudaMallocManaged(&memory, size);
        return memory;
    }
    static void operator delete(void *memory) { cudaFree(memory); }
};

struct histogram : in_managed_memory {
    unsigned bins[64] = {};
    unsigned greatest() const { return *std::max_element(bins, bins + 64); } // expect-soft: host-read-in-flight says=kernel_count
};

__global__ void count(histogram *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&to->bins[i % 64], 1u);
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    histogram *of = new histogram;
    count<<<8, 128, 0, stream>>>(of, 1000); // site-soft: related
    unsigned greatest = of->greatest();
    cudaStreamSynchronize(stream);
    delete of;
    cudaStreamDestroy(stream);
    return greatest > 1000;
}
