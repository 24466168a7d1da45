#include <unistd.h>

#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

int main(void)
{
    CUlinkState linker;
    CUmodule module;
    CUjit_option options[1] = { CU_JIT_MAX_REGISTERS };
    void *values[1] = { (void *)32 }, *image;
    size_t size;
    char path[] = "/tmp/inquest-link-XXXXXX";
    int file = mkstemp(path);
    if (write(file, ptx, sizeof ptx) < 0)
        return 77;
    int failed = cudaFree(NULL) || cuLinkCreate(0, NULL, NULL, &linker) || cuLinkAddFile(linker, CU_JIT_INPUT_PTX, path, 1, options, values);
    failed |= cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void *)".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry other() { ret; }\n", 76, "other", 1, options, values);
    failed |= cuLinkComplete(linker, &image, &size) || cuModuleLoadData(&module, image) || cuModuleUnload(module) || cuLinkDestroy(linker);
    unlink(path);
    return failed;
}
