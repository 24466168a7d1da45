/* A kernel of many blocks takes much longer than the watchdog's patience, but one block after the other ends.  The process does not wait for it. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { .reg .b32 r; .reg .pred p; mov.u32 r, 0;\n"
    "again: add.u32 r, r, 1; setp.lt.u32 p, r, 20000; @p bra again; ret; }\n";

static void *leave(void *unused)
{
    (void)unused;
    usleep(1000000);
    _exit(0);
}

int main(void)
{
    CUmodule module;
    CUfunction function;
    pthread_t thread;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&function, module, "k");
    cuLaunchKernel(function, 1 << 30, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL);
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize();
    return 1;
}
