#include <fcntl.h>

#include "cuda_runtime.h"

int main(void)
{
    cudaExternalMemory_t memory;
    struct cudaExternalMemoryHandleDesc from = { .type = cudaExternalMemoryHandleTypeD3D12Heap, .handle = { .fd = 5 }, .size = 4096 };
    cudaImportExternalMemory(&memory, &from);           // expect: bad-flags arg=memHandleDesc->type result=801
    from = (struct cudaExternalMemoryHandleDesc){ .type = cudaExternalMemoryHandleTypeOpaqueFd, .handle = { .fd = open("/dev/null", O_RDWR) }, .size = 4096, .flags = 0x80 };
    cudaImportExternalMemory(&memory, &from);           // expect: bad-flags arg=memHandleDesc->flags result=1
    return 0;
}
