/* Seen: "invalid context" (201) from the driver API in cleanup.
 * Was: the context had been destroyed by its owner.
 * https://github.com/openucx/ucx/pull/11437 */
#include "cuda.h"

int main(void)
{
    CUdeviceptr staging;
    CUcontext context = test_context();
    cuMemAlloc(&staging, 4096);
    cuCtxDestroy(context);
    cuMemFree(staging); // expect: context-destroyed api=cuMemFree arg=dptr object=device-memory state=freed
    return 0;
}
