#include "cuda_runtime.h"

/* The kernel that there is no code of is the last that the library asks about; it launches the other one. */
KERNEL(everywhere)
KERNEL(newer)

static const char common[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry everywhere()\n{\n ret;\n}\n";
static const char special[] = ".version 8.8\n.target sm_121\n.address_size 64\n.visible .entry newer()\n{\n ret;\n}\n";

int main(void)
{
    struct cudaFuncAttributes attributes;
    void **first = test_register_ptx(common), **second = test_register_ptx_for(special, 121);
    REGISTER_KERNEL(first, everywhere);
    REGISTER_KERNEL(second, newer);
    __cudaRegisterFatBinaryEnd(first);
    __cudaRegisterFatBinaryEnd(second);
    if (cudaFuncGetAttributes(&attributes, (const void *)newer) == cudaSuccess)
        return 1;
    cudaGetLastError();
    LAUNCH(everywhere, 1, 1, 0, 0);
    return cudaDeviceSynchronize();
}
