/* Seen: "invalid device symbol" since CUDA 5.
 * Was: the name of the variable was passed as text; the interface by name is gone.
 * https://github.com/bakks/virginian/issues/1 */
#include "cuda_runtime.h"

int main(void)
{
    int value = 1;
    cudaMemcpyToSymbol("vm_state", &value, sizeof value, 0, cudaMemcpyHostToDevice); // expect: bad-symbol arg=symbol result=13
    return 0;
}
