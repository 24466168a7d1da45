/* Seen: an unrelated allocation fails.
 * Was: a buffer was registered a second time before; the error stayed until somebody looked.
 * https://github.com/sgl-project/sglang/pull/38832 */
#include "cuda_runtime.h"

static char host[8192] __attribute__((aligned(4096)));

int main(void)
{
    void *p;
    cudaHostRegister(host, 8192, 0); // site: created
    cudaHostRegister(host, 8192, 0); // expect: already-registered arg=ptr object=registered-memory result=712
    cudaMalloc(&p, 64);
    if (cudaGetLastError()) // site: related
        return 1;
    return 0;
}
