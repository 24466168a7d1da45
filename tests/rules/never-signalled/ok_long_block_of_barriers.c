/* One block computes for much longer than the watchdog's patience, with a barrier in each step of its loop.  The process does not wait for the end. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { .reg .b32 r; .reg .pred p; mov.u32 r, 0;\n"
    "again: add.u32 r, r, 1; bar.sync 0; setp.lt.u32 p, r, 2000000000; @p bra again; ret; }\n";

static void *leave(void *unused)
{
    (void)unused;
    usleep(1200000);
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
    cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL);
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize();
    return 1;
}
