/* Seen: illegal memory access "in synchronize", for weeks.
 * Was: one earlier kernel goes out of bounds for a rare shape; a check behind the launch only says that it was queued.
 * https://github.com/ikawrakow/ik_llama.cpp/issues/425 */
#include "../kernels.h"

int main(void)
{
    int *cache, *other, n = 64, rare = 1 << 20;
    case_kernels();
    cudaMalloc((void **)&cache, 64 * 4); // site: created
    cudaMalloc((void **)&other, 64 * 4);
    LAUNCH(store, 1, 64, 0, 0, &other, &n);
    LAUNCH(store, 4096, 256, 0, 0, &cache, &rare); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel object=device-memory
    if (cudaGetLastError())
        return 1;
    LAUNCH(store, 1, 64, 0, 0, &other, &n);
    cudaDeviceSynchronize(); // expect-real: earlier-fault
    return 0;
}
