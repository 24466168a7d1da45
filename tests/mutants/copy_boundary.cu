/* Two buffers by turns: the kernel does not write the border, and the second buffer never gets one. */
#include "mutant.h"

__global__ void relax(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    const float *here = in + y * n + x;
    out[y * n + x] = (here[-1] + here[1] + here[-n] + here[n]) / 4;     // site: kernel
}

int main()
{
    const int n = 64;
    std::vector<float> start(n * n, 3);
    float *a = upload(start), *b = fresh<float>(n * n);
    RIGHT(OK(cudaMemcpy(b, a, n * n * sizeof(float), cudaMemcpyDeviceToDevice));)
    dim3 grid(n / 16, n / 16), block(16, 16);
    relax<<<grid, block>>>(a, b, n);
    relax<<<grid, block>>>(b, a, n);    // expect: kernel-uninitialized severity=warning
    finish();
    std::vector<float> got = download(a, n * n);
    release(a, b);
    return verdict(got[n + 1] == 3 && got[n * n / 2] == 3);
}
