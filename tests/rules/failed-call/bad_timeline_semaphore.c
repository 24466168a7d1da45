// soft only: not measured on a GPU
#include <fcntl.h>

#include "cuda_runtime.h"

/* The type exists, whatever the software device makes of it; a driver finds that the file is none. */
int main(void)
{
    cudaExternalSemaphore_t semaphore;
    struct cudaExternalSemaphoreHandleDesc from = { .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, .handle = { .fd = open("/etc/passwd", O_RDONLY) } };
    cudaImportExternalSemaphore(&semaphore, &from); // expect-soft: soft-limit severity=warning result=801 // expect-real: failed-call result=801
    return 0;
}
