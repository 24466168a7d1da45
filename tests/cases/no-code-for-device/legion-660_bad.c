/* Seen: CUDA_ERROR_INVALID_IMAGE (or INVALID_PTX) for a generated kernel; nobody printed the compiler's log.
 * Was: the kernel has more bytes of parameters than PTX of its version allows (4352).
 * https://github.com/StanfordLegion/legion/issues/660 */
#include "cuda.h"

int main(void)
{
    CUmodule module;
    test_context();
    cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n" // expect-soft: ptx-syntax result=218 arg=image says=line_4
                     ".visible .entry k(.param .align 8 .b8 all[5000]){ret;}\n");
    return 0;
}
