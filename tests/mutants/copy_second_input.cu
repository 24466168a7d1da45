/* A scalar product: one of the two vectors is not copied. */
#include "mutant.h"

__global__ void dot(const double *a, const double *b, int n, double *out)
{
    __shared__ double part[128];
    double sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += a[i] * b[i];             // site: kernel
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = part[0];
}

int main()
{
    const int n = 1000;
    std::vector<double> ones(n, 1), twos(n, 2);
    double *a = fresh<double>(n), *b = fresh<double>(n), *out = fresh<double>(1);
    OK(cudaMemcpy(a, ones.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    OK(cudaMemcpy(RIGHT(b) BUG(a), twos.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    dot<<<1, 128>>>(a, b, n, out);      // expect: kernel-uninitialized severity=warning
    finish();
    double got = download(out, 1)[0];
    release(a, b, out);
    return verdict(got == 2000);
}
