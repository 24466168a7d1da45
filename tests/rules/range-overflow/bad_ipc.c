#include "cuda_runtime.h"
#include "two_processes.h"

int main(void)
{
    static char host[8192];
    cudaIpcMemHandle_t memory;
    void *at;
    if (split()) {
        take(&memory, sizeof memory);
        cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site: created
        cudaMemcpy(at, host, sizeof host, cudaMemcpyHostToDevice); // expect: range-overflow arg=count object=device-memory
        cudaIpcCloseMemHandle(at);
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
