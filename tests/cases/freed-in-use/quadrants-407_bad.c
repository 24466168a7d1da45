/* Seen: garbage in copied fields.
 * Was: cuMemFreeAsync on the NULL stream while a non-blocking stream still copies from the memory.
 * https://github.com/Genesis-Embodied-AI/quadrants/pull/407 */
#include "cuda.h"

int main(void)
{
    CUdeviceptr field, copy;
    CUstream stream;
    test_context();
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuMemAllocAsync(&field, 4096, NULL); // site: created
    cuMemAlloc(&copy, 4096);
    cuMemsetD8(field, 0, 4096);
    cuCtxSynchronize();
    cuMemcpyDtoDAsync(copy, field, 4096, stream); // site: related
    cuMemFreeAsync(field, NULL); // expect: free-in-flight arg=dptr object=device-memory
    cuCtxSynchronize();
    cuStreamDestroy(stream);
    cuMemFree(copy);
    return 0;
}
