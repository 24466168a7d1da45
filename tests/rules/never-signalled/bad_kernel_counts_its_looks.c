/* It counts how often it has looked at a word that nobody writes, and would store the number at the end. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft
// exit: 7

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 words) { .reg .b32 r, s, t; .reg .b64 at, x; .reg .pred p, q;\n"
    "ld.param.u64 at, [words];\n"
    "mov.u32 s, 0;\n"
    "again: add.u32 s, s, 1; ld.volatile.global.u32 r, [at]; setp.eq.u32 p, r, 0; @p bra again;\n"
    "st.global.u32 [at+4], s; ret; }\n";

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
    cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, NULL, params, NULL); // site: related
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize(); // expect: never-signalled severity=warning says=kernel_k_has_not_finished
    return 0;
}
