#include "cuda_runtime.h"
#include "two_processes.h"

int main(void)
{
    cudaIpcMemHandle_t memory;
    void *at;
    if (split()) {
        take(&memory, sizeof memory);
        cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess);
        cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site: created
        cudaIpcCloseMemHandle(at);
        cudaMemset(at, 1, 4096);
        cudaIpcCloseMemHandle(at); // site: destroyed
        cudaIpcCloseMemHandle(at); // expect: double-free arg=devPtr object=device-memory state=freed
        meet();
        return 0;
    }
    cudaMalloc(&at, 4096);
    cudaIpcGetMemHandle(&memory, at);
    give(&memory, sizeof memory);
    meet();
    int status = join();
    cudaFree(at);
    return status;
}
