/* Bins of equal width in shared memory: the largest value belongs to a bin that does not exist. */
#include "mutant.h"

const int BINS = 64;

__global__ void histogram(const float *values, int n, float largest, int *out)
{
    __shared__ int bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int b = (int)(values[i] / largest * BINS);
        RIGHT(b = min(b, BINS - 1);)
        atomicAdd(&bins[b], 1);         // site: kernel
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        out[b] = bins[b];
}

int main()
{
    const int n = 970;
    float *values = upload(numbers<float>(n));
    int *out = fresh<int>(BINS), sum = 0;
    histogram<<<1, 128>>>(values, n, 96, out);          // expect: kernel-shared-out-of-bounds
    finish();
    for (int count : download(out, BINS))
        sum += count;
    release(values, out);
    return verdict(sum == n);
}
