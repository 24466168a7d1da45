/* What a kernel has done wrong is told when it is found to hang: it will not end. */
#include <pthread.h>
#include <unistd.h>

#include "cuda.h"

// options: --watchdog 0.2 --device soft
// exit: 7

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { .reg .b32 r, s, t; .reg .b64 at; .reg .pred p;\n"
    ".shared .b32 tile[64];\n"
    "mov.u32 t, %tid.x; mul.wide.u32 at, t, 4; mov.u64 at, tile; cvt.u32.u64 s, at; mad.lo.u32 s, t, 4, s;\n"
    "st.shared.u32 [s], t;\n"
    "setp.eq.u32 p, t, 0; @!p bra again;\n"
    "ld.shared.u32 r, [tile + 128];\n" /* of another warp */
    "again: add.u32 r, t, 1; setp.lt.u32 p, t, r; @p bra again;\n"
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
    pthread_t thread;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&function, module, "k");
    cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL); // expect: kernel-shared-race severity=warning site: related
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize(); // expect: never-signalled severity=warning says=kernel_k_has_not_finished:_block_(0,0,0),_thread_( says=_is_at_PTX_line_
    return 0;
}
