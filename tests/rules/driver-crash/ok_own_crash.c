#include <signal.h>
#include <stdlib.h>

#include "cuda_runtime.h"

static void recover(int signal)
{
    (void)signal;
    _Exit(0);
}

/* The program's own mistake, in a function that the driver calls, and its own handler. */
static void fault(void *data) { *(volatile int *)data = 1; }

int main(void)
{
    signal(SIGSEGV, recover);
    cudaLaunchHostFunc(0, fault, (void *)8);
    cudaDeviceSynchronize();
    return 1;
}
