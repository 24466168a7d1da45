#include "cuda_runtime.h"

/* A callback that was never registered. */
int main(void)
{
    cuInit(0);
    cuLogsUnregisterCallback(NULL); // expect: unknown-handle arg=callback says=not_registered
    return 0;
}
