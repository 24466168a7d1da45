/* Each block takes a lock by atomicCAS and waits, while it holds it, for the lock of its neighbour: none goes on. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft
// exit: 7

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 words) { .reg .b32 r, s, t; .reg .b64 at, x; .reg .pred p, q;\n"
    "ld.param.u64 at, [words];\n"
    "mov.u32 r, %ctaid.x; mul.wide.u32 x, r, 4; add.u64 x, at, x;\n"
    "mine: atom.global.cas.b32 t, [x], 0, 1; setp.ne.u32 p, t, 0; @p bra mine;\n"
    "atom.global.add.u32 t, [at+32], 1; mov.u32 s, %nctaid.x;\n"
    "all: ld.volatile.global.u32 t, [at+32]; setp.lt.u32 p, t, s; @p bra all;\n"
    "xor.b32 r, r, 1; mul.wide.u32 x, r, 4; add.u64 x, at, x;\n"
    "other: atom.global.cas.b32 t, [x], 0, 1; setp.ne.u32 p, t, 0; @p bra other;\n"
    "ret; }\n";

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
    cuLaunchKernel(function, 2, 1, 1, 1, 1, 1, 0, NULL, params, NULL); // site: related
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize(); // expect: never-signalled severity=warning says=kernel_k_has_not_finished
    return 0;
}
