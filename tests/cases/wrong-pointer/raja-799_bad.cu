/* Seen: illegal memory access; the sanitizer only says "out of bounds" of 0x7ffe1601f310.
 * Was: a lambda that captures a member captures `this`, an object on the host's stack.
 * https://github.com/llnl/RAJA/issues/799 */
// nvcc: --extended-lambda
template <class Body> __global__ void forall(Body body) { body(threadIdx.x); }

struct Solver {
    int shift = 3;
    int *x;
    void run() { forall<<<1, 32>>>([=] __device__(int i) { x[i] = i + shift; }); } // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel
};

int main()
{
    Solver solver;
    cudaMalloc(&solver.x, 128);
    solver.run();
    cudaDeviceSynchronize(); // site-soft: related
    return 0;
}
