#include "cuda_runtime.h"
#include "allocators.h"

/* A block that one stream gave back is another one's at once. */
int main(void)
{
    begin();
    cudaMemsetAsync(blocks[0].at, 1, BLOCK, s[0]); // site: related
    cudaEventRecord(blocks[0].over, s[0]);
    cudaMemsetAsync(blocks[0].at, 2, BLOCK, s[1]); // expect: stream-race arg=devPtr object=device-memory
    return cudaDeviceSynchronize();
}
