#include "cuda_runtime.h"
#include "parts.h"

enum { PARTS = 16 };

/* The parts are a byte further from each other than the buffer has room for: the last one does not fit. */
int main(void)
{
    one_way(PARTS, cudaStreamDefault);
    for (int i = 0; i < PARTS - 1; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * (PART + 1), PART, cudaMemcpyHostToDevice, up);
    cudaMemcpyAsync(device + (PARTS - 1) * PART, pinned + (PARTS - 1) * (PART + 1), PART, cudaMemcpyHostToDevice, up); // expect: range-overflow api=cudaMemcpyAsync result=1 arg=count object=pinned-memory says=15_bytes_past_the_end_of_src
    cudaStreamSynchronize(up);
    drop_parts();
    return 0;
}
