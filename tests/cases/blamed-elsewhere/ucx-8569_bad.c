/* Seen: a call of the communication library fails with "the provided PTX was compiled with an unsupported toolchain".
 * Was: a kernel of the application, launched unchecked before.
 * https://github.com/openucx/ucx/pull/8569 */
#include "cuda_runtime.h"

KERNEL(modern)

static const char ptx[] = ".version 99.0\n.target sm_50\n.address_size 64\n.visible .entry modern(){ret;}\n";

static int library_call(void)
{
    void *p;
    cudaMalloc(&p, 64);
    return cudaGetLastError(); // site: related
}

int main(void)
{
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, modern);
    __cudaRegisterFatBinaryEnd(fatbin);
    LAUNCH(modern, 1, 1, 0, 0, NULL); // expect-soft: soft-limit severity=warning api=cudaLaunchKernel result=222 // expect-real: ptx-version api=cudaLaunchKernel result=222
    library_call();
    return 0;
}
