/* Seen: data change under a kernel.
 * Was: the memory is freed on the stream that allocated it, the last use is on another one.
 * https://github.com/NVlabs/cuda-oxide/issues/619 */
#include "../kernels.h"

int main(void)
{
    int *p, n = 64;
    cudaStream_t allocates, uses;
    case_kernels();
    cudaStreamCreate(&allocates);
    cudaStreamCreate(&uses);
    cudaMallocAsync((void **)&p, 256, allocates); // site: created
    cudaStreamSynchronize(allocates);
    LAUNCH(store, 1, 64, 0, uses, &p, &n); // site: related
    cudaFreeAsync(p, allocates); // expect: free-in-flight arg=devPtr object=device-memory
    cudaDeviceSynchronize();
    cudaStreamDestroy(allocates);
    cudaStreamDestroy(uses);
    return 0;
}
