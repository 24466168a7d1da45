/* The blocks of a correct kernel compute for long and take turns, so that none of them ends for much longer than the watchdog's patience.  Those of odd number wait for their neighbours meanwhile.
 * The process does not wait for the end. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 flags) { .reg .b32 r, b; .reg .b64 at, o; .reg .pred p;\n"
    "ld.param.u64 at, [flags]; mov.u32 b, %ctaid.x; shr.u32 r, b, 1; mul.wide.u32 o, r, 4; add.u64 at, at, o; and.b32 b, b, 1; setp.ne.u32 p, b, 0; @p bra wait; mov.u32 r, 0;\n"
    "again: add.u32 r, r, 1; setp.lt.u32 p, r, 2000000000; @p bra again; st.release.gpu.global.u32 [at], 1; ret;\n"
    "wait: ld.acquire.gpu.global.u32 r, [at]; setp.eq.u32 p, r, 0; @p bra wait; ret; }\n";

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
    CUdeviceptr flags;
    pthread_t thread;
    void *params[] = { &flags };
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&function, module, "k");
    cuMemAlloc(&flags, 64);
    cuMemsetD32(flags, 0, 16);
    cuLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, params, NULL);
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize();
    return 1;
}
