/* Seen: workers of a data loader fail with "initialization error".
 * Was: importing a library had initialised CUDA.
 * https://github.com/NVIDIA/TransformerEngine/issues/872 */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_runtime.h"

__attribute__((constructor)) static void library_import(void)
{
    cudaFree(NULL); // site: related
}

int main(void)
{
    void *p;
    if (!fork()) {
        cudaMalloc(&p, 64); // expect: after-fork api=cudaMalloc result=3
        _exit(0);
    }
    wait(NULL);
    return 0;
}
