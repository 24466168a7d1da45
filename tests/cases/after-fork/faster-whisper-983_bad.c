/* Seen: CUDA errors in worker processes only.
 * Was: a question about devices while modules are loaded is enough to initialise the driver; the workers are forked behind it.
 * https://github.com/SYSTRAN/faster-whisper/issues/983 */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"

static int devices;

__attribute__((constructor)) static void import_module(void)
{
    cuInit(0); // site: related
    cuDeviceGetCount(&devices);
}

int main(void)
{
    CUcontext context;
    if (!fork()) {
        cuDevicePrimaryCtxRetain(&context, 0); // expect: after-fork api=cuDevicePrimaryCtxRetain result=3
        exit(0);
    }
    wait(NULL);
    return 0;
}
