#include "cuda_runtime.h"
#include "lent_memory.h"

int main(void)
{
    if (!split())
        return lend();
    cudaIpcMemHandle_t memory = lent();
    void *at;
    cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site: created
    cudaFree(at); // expect: wrong-free arg=devPtr object=device-memory
    meet();
    return 0;
}
