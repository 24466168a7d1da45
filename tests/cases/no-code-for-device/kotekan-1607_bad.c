/* Seen: a message with neither code nor file name.
 * Was: the file of the kernel is not where the program looks.
 * https://github.com/kotekan/kotekan/pull/1607 */
#include "cuda.h"

int main(void)
{
    CUmodule module;
    test_context();
    cuModuleLoad(&module, "lib/cuda/kernels.ptx"); // expect: file-not-found arg=fname result=301
    return 0;
}
