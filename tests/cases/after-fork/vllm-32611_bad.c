/* Seen: "cannot re-initialize CUDA in forked subprocess".
 * Was: a monitoring library had called cuInit in the parent, unnoticed.
 * https://github.com/vllm-project/vllm/issues/32611 */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"

static void monitoring_library(void)
{
    int count;
    cuInit(0); // site: related
    cuDeviceGetCount(&count);
}

int main(void)
{
    CUcontext context;
    monitoring_library();
    if (!fork()) {
        cuCtxCreate(&context, NULL, 0, 0); // expect: after-fork api=cuCtxCreate result=3
        _exit(0);
    }
    wait(NULL);
    return 0;
}
