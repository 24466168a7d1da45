#include <unistd.h>

#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* Inputs of a linker with a number of options, and without the options or their values; a linker that has refused one takes no more.  ok_link_options has all of them. */
int main(void)
{
    CUlinkState linker;
    CUjit_option options[1] = { CU_JIT_MAX_REGISTERS };
    void *values[1] = { (void *)32 };
    char path[] = "/tmp/inquest-link-XXXXXX";
    int file = mkstemp(path);
    if (write(file, ptx, sizeof ptx) < 0)
        return 77;
    cudaFree(NULL);
    cuLinkCreate(0, NULL, NULL, &linker);
    cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "k", 1, NULL, values);  // expect: null-pointer arg=options
    cuLinkCreate(0, NULL, NULL, &linker);
    cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "k", 1, options, NULL); // expect: null-pointer arg=optionValues
    cuLinkCreate(0, NULL, NULL, &linker);
    cuLinkAddFile(linker, CU_JIT_INPUT_PTX, path, 1, NULL, values);                          // expect: null-pointer arg=options
    cuLinkCreate(0, NULL, NULL, &linker);
    cuLinkAddFile(linker, CU_JIT_INPUT_PTX, path, 1, options, NULL);                         // expect: null-pointer arg=optionValues
    unlink(path);
    return 0;
}
