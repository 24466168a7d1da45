/* Seen: "invalid device symbol" from cudaMemcpyToSymbol.
 * Was: the program has machine code for another GPU only, so that the variable is nowhere.
 * https://github.com/lumark/PWP3D/issues/4 */
// nvcc: -gencode arch=compute_100,code=sm_100
// options: --soft-arch 9.0
#include <cuda_runtime.h>

__constant__ float projection[16];

int main()
{
    float identity[16] = { 1, 0, 0, 0, 0, 1 };
    cudaMemcpyToSymbol(projection, identity, sizeof identity); // expect: image-wrong-arch api=cudaMemcpyToSymbol arg=symbol
    return 0;
}
