// nvcc: --extended-lambda
// soft only: what the argument is, only the software device tells
/* The lambda uses members of its class, and with them `this`. */
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
        auto step = [=] __device__(int i) { x[i] += omega; }; // site-soft: kernel
        for_each<<<1, 32>>>(32, step); // expect-soft: kernel-out-of-bounds object=host-memory says=passed_in_an_object says=*this unsaid=raw_pointer_cast
    }
};

int main()
{
    Solver().relax();
    return cudaDeviceSynchronize();
}
