/* Each warp sums in shared memory: its lanes do not wait for each other. */
#include "mutant.h"

__global__ void sum_warps(const int *in, int *out)
{
    __shared__ int all[4][32];
    int *part = all[threadIdx.x / 32];
    int lane = threadIdx.x % 32, sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    part[lane] = sum;
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        if (lane < half)
            sum += part[lane + half];   // site: kernel
        RIGHT(__syncwarp();)
        if (lane < half)
            part[lane] = sum;           // site: kernel
        RIGHT(__syncwarp();)
    }
    if (lane == 0)
        out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = part[0];
}

int main()
{
    const int n = 1024;
    int *in = upload(std::vector<int>(n, 3)), *out = fresh<int>(n / 32);
    sum_warps<<<n / 128, 128>>>(in, out);               // expect: kernel-shared-race severity=warning
    finish();
    std::vector<int> got = download(out, n / 32);
    release(in, out);
    return verdict(got[0] == 96 && got[31] == 96);
}
