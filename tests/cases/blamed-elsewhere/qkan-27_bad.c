/* Seen: a kernel is said to fail that is right, after a configuration that did not fit was tried.
 * Was: the search for a configuration leaves its last failure behind, and the last error is taken for the check of the next launch.
 * https://github.com/Jim137/qkan/issues/27 */
#include "../kernels.h"

int main(void)
{
    void *p;
    cudaStream_t stream;
    case_kernels();
    cudaStreamCreate(&stream);
    cudaMalloc(&p, 64);
    cudaDeviceEnablePeerAccess(0, 0);   // expect: bad-device result=217 arg=peerDevice
    LAUNCH(empty, 1, 32, 0, stream, NULL);
    if (cudaGetLastError())
        cudaFree(p);
    return cudaStreamSynchronize(stream) || cudaStreamDestroy(stream);
}
