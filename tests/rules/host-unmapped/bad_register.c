#include <sys/mman.h>
#include <unistd.h>

#include "cuda_runtime.h"

/* Memory is pinned that was unmapped before, that ends too early, or that was never there. */
int main(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *gone = mmap(NULL, 16 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
         *part = mmap(NULL, 16 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cudaFree(NULL);
    munmap(gone, 16 * page);
    munmap(part + 4 * page, 12 * page);
    cudaHostRegister(gone, page, cudaHostRegisterDefault);      // expect: host-unmapped arg=ptr says=unmapped_with_munmap
    cudaHostRegister(part, 16 * page, cudaHostRegisterDefault); // expect: host-unmapped arg=ptr says=runs_into_memory_that_is_not_mapped
    cuMemHostRegister((void *)page, page, 0);                   // expect: host-unmapped arg=p says=points_to_memory_that_is_not_mapped
    return 0;
}
