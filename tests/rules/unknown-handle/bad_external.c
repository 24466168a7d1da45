#include <fcntl.h>
#include <unistd.h>

#include "cuda_runtime.h"

/* A descriptor that has been closed, and one of another kind of file. */
int main(void)
{
    cudaExternalMemory_t memory;
    cudaExternalSemaphore_t semaphore;
    struct cudaExternalMemoryHandleDesc from = { .type = cudaExternalMemoryHandleTypeOpaqueFd, .handle = { .fd = 900 }, .size = 4096 };
    struct cudaExternalSemaphoreHandleDesc signal = { .type = cudaExternalSemaphoreHandleTypeOpaqueFd, .handle = { .fd = open("/dev/null", O_RDWR) } };
    cudaImportExternalMemory(&memory, &from);           // expect: unknown-handle arg=memHandleDesc->handle.fd result=999
    cudaImportExternalSemaphore(&semaphore, &signal);   // expect: unknown-handle arg=semHandleDesc->handle.fd result=999
    return 0;
}
