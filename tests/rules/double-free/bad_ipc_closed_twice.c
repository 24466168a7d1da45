#include "cuda_runtime.h"
#include "lent_memory.h"

int main(void)
{
    if (!split())
        return lend();
    cudaIpcMemHandle_t memory = lent();
    void *at;
    cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess);
    cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site: created
    cudaIpcCloseMemHandle(at);
    cudaMemset(at, 1, 4096);
    cudaIpcCloseMemHandle(at); // site: destroyed
    cudaIpcCloseMemHandle(at); // expect: double-free arg=devPtr object=device-memory state=freed
    meet();
    return 0;
}
