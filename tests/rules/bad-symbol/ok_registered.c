#include "cuda_runtime.h"

static int shadow;

int main(void)
{
    static const char ptx[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .global .align 4 .b8 table[16];\n.visible .entry k(){ret;}\n";
    int value = 7, back = 0;
    void **fatbin = test_register_ptx(ptx);
    __cudaRegisterVar(fatbin, (char *)&shadow, (char *)"table", "table", 0, 16, 0, 0);
    __cudaRegisterFatBinaryEnd(fatbin);
    if (cudaMemcpyToSymbol(&shadow, &value, 4, 4, cudaMemcpyHostToDevice) || cudaMemcpyFromSymbol(&back, &shadow, 4, 4, cudaMemcpyDeviceToHost))
        return 1;
    return back != 7;
}
