#include <sys/mman.h>
#include <unistd.h>

#include "cuda_runtime.h"

/* The same memory is pinned where it is mapped: after it was mapped again, and as far as it goes. */
int main(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *gone = mmap(NULL, 16 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
         *part = mmap(NULL, 16 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(gone, 16 * page);
    munmap(part + 4 * page, 12 * page);
    if (mmap(gone, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != gone)
        return 1;
    return cudaHostRegister(gone, page, cudaHostRegisterDefault) || cudaHostRegister(part, 4 * page, cudaHostRegisterDefault) || cudaHostUnregister(gone) || cudaHostUnregister(part);
}
