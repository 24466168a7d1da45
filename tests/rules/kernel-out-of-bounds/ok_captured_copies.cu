// nvcc: --extended-lambda -std=c++17
/* The lambdas hold the members themselves, or a copy of the object. */
#include <cuda_runtime.h>

template <class F> __global__ void for_each(int n, F f)
{
    if (threadIdx.x < n)
        f(threadIdx.x);
}

class Solver {
    float *x = nullptr, omega = 1.5f;

public:
    Solver()
    {
        cudaMalloc(&x, 128);
        cudaMemset(x, 0, 128);
    }
    void relax()
    {
        float *to = x, by = omega;
        for_each<<<1, 32>>>(32, [=] __device__(int i) { to[i] += by; });
        for_each<<<1, 32>>>(32, [=, *this] __device__(int i) { x[i] += omega; });
        cudaFree(x);
    }
};

int main()
{
    Solver().relax();
    return cudaDeviceSynchronize();
}
