/* Seen: worker processes of a pool cannot use the GPU.
 * Was: a query when the module is imported; every worker of the pool fails for the same reason.
 * https://github.com/mars-project/mars/issues/479 */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_runtime.h"

int main(void)
{
    size_t free_bytes, total;
    void *p;
    cudaMemGetInfo(&free_bytes, &total); // site: related
    if (!fork()) {
        cudaMallocHost(&p, 64); // expect: after-fork api=cudaMallocHost result=3
        exit(0);
    }
    wait(NULL);
    return 0;
}
