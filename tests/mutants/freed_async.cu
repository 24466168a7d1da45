/* Memory of a stream's pool is given back between the two kernels that use it. */
#include "mutant.h"

__global__ void fill(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

__global__ void copy(const int *from, int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

int main()
{
    const int n = 3000;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    int *work, *out = fresh<int>(n);
    OK(cudaMallocAsync(&work, n * sizeof(int), stream));
    fill<<<12, 256, 0, stream>>>(work, n);
    BUG(OK(cudaFreeAsync(work, stream));)
    copy<<<12, 256, 0, stream>>>(work, out, n);         // expect: kernel-use-after-free
    RIGHT(OK(cudaFreeAsync(work, stream));)
    finish();
    std::vector<int> got = download(out, n);
    release(out);
    OK(cudaStreamDestroy(stream));
    return verdict(got[0] == 0 && got[n - 1] == n - 1);
}
