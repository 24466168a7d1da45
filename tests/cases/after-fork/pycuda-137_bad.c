/* Seen: "initialization error" in worker processes.
 * Was: the context was made when the module was imported, in the parent; the workers use its objects.
 * https://github.com/inducer/pycuda/issues/137 */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"

int main(void)
{
    char host[64];
    CUdeviceptr p;
    test_context();
    cuMemAlloc(&p, 64);
    cuMemsetD8(p, 0, 64);
    cuCtxSynchronize();
    if (!fork()) {
        cuMemcpyDtoH(host, p, 64); // expect: after-fork api=cuMemcpyDtoH result=3 says=forked_child
        cuMemFree(p);
        _exit(0);
    }
    wait(NULL);
    cuMemFree(p);
    return 0;
}
