/* Points of three coordinates are taken for points of four. */
#include "mutant.h"

__global__ void lengths(const float *points, int n, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float *p = points + RIGHT(3) BUG(4) * i;
        out[i] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];       // site: kernel
    }
}

int main()
{
    const int n = 600;
    float *points = upload(std::vector<float>(3 * n, 2)), *out = fresh<float>(n);
    lengths<<<3, 256>>>(points, n, out);                // expect: kernel-out-of-bounds
    finish();
    std::vector<float> got = download(out, n);
    release(points, out);
    return verdict(got[0] == 12 && got[100] == 12);
}
