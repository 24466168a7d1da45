#include "cuda_runtime.h"
#include "lent_memory.h"

int main(void)
{
    static char host[8192];
    if (!split())
        return lend();
    cudaIpcMemHandle_t memory = lent();
    void *at;
    cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess); // site: created
    cudaMemcpy(at, host, sizeof host, cudaMemcpyHostToDevice); // expect: range-overflow arg=count object=device-memory
    cudaIpcCloseMemHandle(at);
    meet();
    return 0;
}
