#include "cuda_runtime.h"
#include "two_processes.h"

int main(void)
{
    cudaIpcMemHandle_t memory;
    void *at;
    if (split()) {
        take(&memory, sizeof memory);
        cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site: created
        cudaFree(at); // expect: wrong-free arg=devPtr object=device-memory
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
