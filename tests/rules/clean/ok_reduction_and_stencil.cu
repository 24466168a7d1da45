#include <vector>

__global__ void reduce(const int *in, int *out, int n)
{
    __shared__ int s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 128; step; step >>= 1) {
        if (threadIdx.x < step)
            s[threadIdx.x] += s[threadIdx.x + step];
        __syncthreads();
    }
    if (!threadIdx.x)
        atomicAdd(out, s[0]);
}

__global__ void stencil(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = in[i - 1] + in[i] + in[i + 1];
}

int main()
{
    const int n = 10000;
    std::vector<int> h(n), s(n);
    long want = 0;
    for (int i = 0; i < n; i++)
        want += h[i] = i % 13;
    int *in, *out, *sum, got = 0;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * 4);
    cudaMalloc(&sum, 4);
    cudaMemset(sum, 0, 4);
    cudaMemset(out, 0, n * 4);
    cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
    reduce<<<(n + 255) / 256, 256>>>(in, sum, n);
    stencil<<<(n + 127) / 128, 128>>>(in, out, n);
    cudaMemcpy(&got, sum, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(s.data(), out, n * 4, cudaMemcpyDeviceToHost);
    if (got != want)
        return 1;
    for (int i = 1; i < n - 1; i++)
        if (s[i] != h[i - 1] + h[i] + h[i + 1])
            return 2;
    return cudaFree(in) || cudaFree(out) || cudaFree(sum);
}
