/* An array from its end: the first element goes behind the last one. */
#include "mutant.h"

__global__ void reverse(const double *in, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[n RIGHT(- 1) - i] = in[i];  // site: kernel
}

int main()
{
    const int n = 5000;
    double *in = upload(numbers<double>(n)), *out = upload(numbers<double>(n));
    reverse<<<(n + 511) / 512, 512>>>(in, out, n);      // expect: kernel-out-of-bounds
    finish();
    std::vector<double> got = download(out, n);
    release(in, out);
    return verdict(got[n - 2] == 1 && got[100] == (n - 101) % 97);
}
