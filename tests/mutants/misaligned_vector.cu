/* Four floats at a time, from the second element on. */
#include "mutant.h"

__global__ void scale(float4 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 v = a[i];                // site: kernel
        a[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);         // site: kernel
    }
}

int main()
{
    const int n = 1000;
    float *a = upload(numbers<float>(4 * n + 4));
    scale<<<4, 256>>>((float4 *)(a + BUG(1) RIGHT(4)), n);      // expect: kernel-misaligned
    finish();
    std::vector<float> got = download(a, 4 * n);
    release(a);
    return verdict(got[0] == 0 && got[8] == 16);
}
