/* All threads of a block ask again and again, one of them reading a word and the others learning it through shared memory, with barriers in between.  Nobody writes the word. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft
// exit: 7

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 words) { .reg .b32 r, s, t; .reg .b64 at, x; .reg .pred p, q; .shared .align 4 .b32 seen;\n"
    "ld.param.u64 at, [words];\n"
    "mov.u32 r, %tid.x;\n"
    "again: bar.sync 0; setp.ne.u32 p, r, 0; @p bra learn; ld.volatile.global.u32 s, [at]; st.shared.u32 [seen], s;\n"
    "learn: bar.sync 0; ld.shared.u32 t, [seen]; setp.eq.u32 q, t, 0; @q bra again;\n"
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
    cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, params, NULL); // site: related
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize(); // expect: never-signalled severity=warning says=kernel_k_has_not_finished
    return 0;
}
