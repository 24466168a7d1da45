/* A wait as libraries write it: it looks at a word and at the clock, and sleeps the longer the longer it has waited.  Nobody writes the word. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft
// exit: 7

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 words) { .reg .b32 r, s; .reg .b64 at, from, now; .reg .pred p;\n"
    "ld.param.u64 at, [words];\n"
    "mov.u64 from, %globaltimer;\n"
    "again: ld.acquire.gpu.global.u32 r, [at]; setp.ne.u32 p, r, 0; @p bra done;\n"
    "mov.u64 now, %globaltimer; sub.u64 now, now, from; shr.u64 now, now, 2; min.u64 now, now, 1000; cvt.u32.u64 s, now;\n"
    "nanosleep.u32 s; bra again;\n"
    "done: ret; }\n";

static void *leave(void *unused)
{
    (void)unused;
    usleep(1500000);
    _exit(7);
}

int main(void)
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr words;
    pthread_t thread;
    void *params[] = { &words };
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&function, module, "k");
    cuMemAlloc(&words, 64);
    cuMemsetD32(words, 0, 16);
    cuLaunchKernel(function, 4, 1, 1, 64, 1, 1, 0, NULL, params, NULL); // site: related
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize(); // expect: never-signalled severity=warning says=kernel_k_has_not_finished
    return 0;
}
