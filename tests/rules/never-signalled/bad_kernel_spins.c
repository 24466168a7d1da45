// options: --watchdog 0.3
// exit: 7
/* A kernel that waits for a word which another kernel of the same stream should write. */
#include <pthread.h>
#include <unistd.h>
#include "cuda_runtime.h"

KERNEL(spin)

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry spin(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n .reg .pred %q;\n"
    " ld.param.u64 %rd1, [p];\nagain: ld.volatile.global.u32 %r1, [%rd1];\n setp.eq.u32 %q, %r1, 0;\n @%q bra again;\n ret;\n}\n";

static void *leave(void *unused)
{
    usleep(1500000);
    _exit(7);
    return unused;
}

int main(void)
{
    int *device;
    cudaStream_t stream;
    pthread_t thread;
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, spin);
    __cudaRegisterFatBinaryEnd(fatbin);
    cudaMalloc((void **)&device, 64);
    cudaMemset(device, 0, 64);
    cudaStreamCreate(&stream);
    LAUNCH(spin, 1, 1, 0, stream, &device); // site: related
    pthread_create(&thread, NULL, leave, NULL);
    cudaStreamSynchronize(stream); // expect: never-signalled severity=warning
    return 0;
}
