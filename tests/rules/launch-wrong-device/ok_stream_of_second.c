// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

KERNEL(nothing)

static const char ptx[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry nothing(.param .u64 p)\n{\n ret;\n}\n";

int main(void)
{
    void *d = NULL;
    cudaStream_t s;
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, nothing);
    __cudaRegisterFatBinaryEnd(fatbin);
    if (cudaSetDevice(1) || cudaStreamCreate(&s))
        return 1;
    LAUNCH(nothing, 1, 1, 0, s, &d);
    return cudaGetLastError() || cudaStreamSynchronize(s) || cudaStreamDestroy(s);
}
