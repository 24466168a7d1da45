/* Seen: all tests pass, then the process aborts.
 * Was: a global variable holds a vector in device memory.
 * https://github.com/NVIDIA/cccl/issues/7063 */
// exit: 134
#include <cstdlib>
#include <memory>
#include <cuda_runtime.h>

static void release(int *p)
{
    if (cudaFree(p)) // expect: exit-order api=cudaFree severity=warning result=4 arg=devPtr object=device-memory
        abort();
}
static std::unique_ptr<int, void (*)(int *)> global{nullptr, release};

int main()
{
    int *p;
    cudaMalloc(&p, 64);
    global.reset(p);
    return 0;
}
