/* Seen: stale data on the device.
 * Was: cuMemcpyHtoD from pageable memory, then work on another stream that is not ordered behind it.
 * https://github.com/intel/llvm/pull/1798 */
#include "cuda.h"

static char host[1 << 20];

int main(void)
{
    CUdeviceptr a, b;
    CUstream stream;
    test_context();
    cuMemAlloc(&a, sizeof host);
    cuMemAlloc(&b, sizeof host);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuMemcpyHtoD(a, host, sizeof host); // site: related
    cuMemcpyDtoDAsync(b, a, sizeof host, stream); // expect: stream-race arg=srcDevice severity=warning object=device-memory
    cuStreamSynchronize(stream);
    cuStreamDestroy(stream);
    cuMemFree(a);
    cuMemFree(b);
    return 0;
}
