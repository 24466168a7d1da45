/* Seen: a library call fails with "invalid device ordinal".
 * Was: an earlier cudaGetDeviceProperties(100), whose failure was ignored; the library reads the last error.
 * https://github.com/NVIDIA/cccl/issues/1791 */
#include "../kernels.h"

static int library_sort(int *p)
{
    int n = 1;
    LAUNCH(store, 1, 1, 0, 0, &p, &n);
    return cudaGetLastError(); // site: related
}

int main(void)
{
    struct cudaDeviceProp prop;
    int *p;
    case_kernels();
    cudaGetDeviceProperties(&prop, 100); // expect: bad-device arg=device result=101
    cudaMalloc((void **)&p, 64);
    library_sort(p);
    cudaFree(p);
    return 0;
}
