// One allocation, one launch, one copy back; as a program or, with LIBRARY, as a shared object that the test opens.
#include <cstdio>

__global__ void store(int *p) { *p = 42; }

static int run()
{
    int *p = nullptr, h = 0;
    cudaError_t a = cudaMalloc(&p, sizeof *p);
    store<<<1, 1>>>(p);
    cudaError_t b = cudaGetLastError();
    cudaError_t c = cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("malloc %d launch %d copy %d value %d\n", a, b, c, h);
    return 0;
}

#ifdef LIBRARY
extern "C" int guest_lib_run() { return run(); }
#else
int main() { return run(); }
#endif
