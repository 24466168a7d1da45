#include "cuda_runtime.h"
#include "two_processes.h"

int main(void)
{
    cudaIpcMemHandle_t memory;
    void *at;
    if (split()) {
        take(&memory, sizeof memory);
        cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // expect: unknown-handle arg=handle
        meet();
        return 0;
    }
    cudaMalloc(&at, 4096);
    cudaIpcGetMemHandle(&memory, at);
    cudaFree(at);
    give(&memory, sizeof memory);
    meet();
    return join();
}
