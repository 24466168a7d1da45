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
    cudaSetDevice(0);
    cudaStreamCreate(&s); // site: created
    cudaSetDevice(1);
    LAUNCH(nothing, 1, 1, 0, s, &d); // expect: launch-wrong-device severity=warning api=cudaLaunchKernel arg=stream object=stream
    cudaDeviceSynchronize();
    return 0;
}
