// options: --watchdog 0.3
// exit: 137
/* A kernel that writes past the end of its memory and then never ends; the program is killed.  The wait is told while it lasts, and so is the access. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include "test_kernels.h"

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry stray(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n .reg .pred %q;\n"
    " ld.param.u64 %rd1, [p];\n st.global.u32 [%rd1+64], 1;\nagain: ld.volatile.global.u32 %r1, [%rd1];\n"
    " setp.eq.u32 %q, %r1, 0;\n @%q bra again;\n ret;\n}\n";

static void *leave(void *unused)
{
    usleep(1500000);
    kill(getpid(), SIGKILL);
    return unused;
}

int main(void)
{
    CUmodule module;
    CUfunction stray;
    CUdeviceptr p;
    pthread_t thread;
    test_context();
    if (cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&stray, module, "stray"))
        return 1;
    cuMemAlloc(&p, 64);
    cuMemsetD32(p, 0, 16);
    LAUNCH(stray, 1, 1, 0, &p); // expect-soft: kernel-out-of-bounds severity=error object=device-memory
    pthread_create(&thread, NULL, leave, NULL);
    cuCtxSynchronize(); // expect: never-signalled severity=warning
    return 0;
}
