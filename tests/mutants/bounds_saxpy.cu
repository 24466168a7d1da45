/* y = a x + y: the guard lets one thread too many through. */
#include "mutant.h"

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i BUG(<=) RIGHT(<) n)
        y[i] += a * x[i];       // site: kernel
}

int main()
{
    const int n = 1000;
    float *x = upload(numbers<float>(n)), *y = upload(numbers<float>(n));
    saxpy<<<(n + 255) / 256, 256>>>(n, 2, x, y);        // expect: kernel-out-of-bounds
    finish();
    std::vector<float> got = download(y, n);
    release(x, y);
    return verdict(got[500] == 3 * (500 % 97) && got[999] == 3 * (999 % 97));
}
