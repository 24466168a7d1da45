/* An array of row pointers on the device, filled by cudaMalloc itself. */
// exit: 139
#include "cuda_runtime.h"

int main(void)
{
    float **rows;
    cudaMalloc((void **)&rows, 4 * sizeof *rows); // site: created
    for (int i = 0; i < 4; i++)
        cudaMalloc((void **)&rows[i], 64); // expect: host-deref-device arg=devPtr object=device-memory state=live says=writes_its_result
    return 0;
}
