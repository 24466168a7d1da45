#include "cuda_runtime.h"
#include <stdlib.h>

struct pair { float value; int index; };

int main(void)
{
    struct pair *device, found; // site: created
    cudaMalloc((void **)&device, 1 << 20);
    char room[64] = { 0 };
    cudaMemcpy(&found, device, 3 * sizeof found, cudaMemcpyDeviceToHost); // expect: host-overrun arg=dst object=host-memory
    _Exit(room[0]);
}
