/* Dynamic shared memory for floats, used for doubles. */
#include "mutant.h"

__global__ void mean(const double *in, double *out)
{
    extern __shared__ double part[];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];          // site: kernel
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0] / blockDim.x;
}

int main()
{
    const int block = 64, blocks = 5;
    double *in = upload(std::vector<double>(block * blocks, 2)), *out = fresh<double>(blocks);
    mean<<<blocks, block, block * sizeof(RIGHT(double) BUG(float))>>>(in, out);         // expect: kernel-shared-out-of-bounds
    finish();
    std::vector<double> got = download(out, blocks);
    release(in, out);
    return verdict(got[0] == 2 && got[4] == 2);
}
