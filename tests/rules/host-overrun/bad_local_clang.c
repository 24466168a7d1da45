// cc: clang -O2
#include "cuda_runtime.h"
#include <stdlib.h>

static float weights[32]; // site: created

/* No table of units, frames by stack pointer, addresses by index: another compiler's debug information. */
int main(void)
{
    char *device;
    float numbers[64];
    cudaMalloc((void **)&device, 1 << 20);
    cudaMemset(device, 0, 1 << 20);
    cudaMemcpy(numbers, device, 65 * sizeof *numbers, cudaMemcpyDeviceToHost); // expect: host-overrun arg=dst object=host-memory
    cudaMemcpy(device, weights, 33 * sizeof *weights, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory
    _Exit(numbers[0] + weights[0] > 3);
}
