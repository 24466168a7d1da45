/* The module is a file. */
#include "test_kernels.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char path[] = "/tmp/inquest-test-XXXXXX";
    int file = mkstemp(path);
    CUmodule module;
    CUfunction f;
    unsigned n = 33, v = 3;
    test_context();
    if (write(file, test_ptx, strlen(test_ptx)) < 0)
        return 1;
    CUresult loaded = cuModuleLoad(&module, path);
    unlink(path);
    if (loaded || cuModuleGetFunction(&f, module, "fill"))
        return 2;
    CUdeviceptr p = test_memory(128, 0);
    LAUNCH(f, 2, 32, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds arg=p says=wrote_4_bytes_directly_after_the_end_of_128_bytes
    cuCtxSynchronize();
    return 0;
}
