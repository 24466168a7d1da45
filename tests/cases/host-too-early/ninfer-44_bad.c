/* Seen: wrong results in 146 of 200 runs, never with small buffers.
 * Was: cudaMemcpy from pageable memory returns when the data are staged; a non-blocking stream does not wait for the rest.
 * https://github.com/ashalliants/ninfer-3090/pull/44 */
#include "../kernels.h"

enum { BYTES = 1 << 20 };

int main(void)
{
    char *host = calloc(1, BYTES);
    int *device, n = 256;
    cudaStream_t stream;
    case_kernels();
    cudaMalloc((void **)&device, BYTES);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpy(device, host, BYTES, cudaMemcpyHostToDevice); // site: related
    LAUNCH(store, 1, 256, 0, stream, &device, &n); // expect: stream-race api=cudaLaunchKernel severity=warning object=device-memory
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    free(host);
    return 0;
}
