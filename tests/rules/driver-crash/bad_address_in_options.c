#include "cuda.h"

/* None of the arguments is wrong, but one of the option values they lead to. */
int main(void)
{
    static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(){no.such.opcode;}\n";
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { (void *)0x10, (void *)512 };
    CUmodule module;
    test_context();
    cuModuleLoadDataEx(&module, ptx, 2, options, values); // expect: driver-crash api=cuModuleLoadDataEx says=SIGSEGV_inside_the_driver
    return 0;
}
