// nvcc: -rdc=true -arch=sm_90 -lcudadevrt
/* What is written before a launch, by this thread or, across a barrier, by others; kernels one behind the other; tail launches; parts of an array. */
#include <cuda_runtime.h>

__global__ void twice(int *of, int n)
{
    if (threadIdx.x < n)
        of[threadIdx.x] *= 2;
}
__global__ void sum(const int *of, int n, int *to)
{
    for (int i = 0; i < n; i++)
        *to += of[i];
}

__global__ void parent(int *of, int *to)
{
    of[threadIdx.x] = threadIdx.x;
    of[64 + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        twice<<<1, 64>>>(of, 64);
        sum<<<1, 1>>>(of, 64, to);
        sum<<<1, 1, 0, cudaStreamTailLaunch>>>(of, 128, to + 1);
    }
    of[64 + threadIdx.x] += 2;
}

int main()
{
    int *of, *to, out[2];
    if (cudaMalloc(&of, 128 * sizeof *of) || cudaMalloc(&to, sizeof out))
        return 1;
    cudaMemset(to, 0, sizeof out);
    parent<<<1, 64>>>(of, to);
    if (cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost))
        return 1;
    cudaFree(of);
    cudaFree(to);
    return out[0] != 64 * 63 || out[1] != 64 * 63 + 192;
}
