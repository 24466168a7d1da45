/* Seen: a plausible but wrong answer; the upload of the index was refused, unchecked.
 * Was: the buffer was made for a third of the indices (triangles instead of their corners). */
#include "cuda_runtime.h"

enum { TRIANGLES = 1000 };

int main(void)
{
    static unsigned corners[TRIANGLES * 3];
    void *index;
    cudaMalloc(&index, TRIANGLES * sizeof(unsigned)); // site: created
    cudaMemcpy(index, corners, sizeof corners, cudaMemcpyHostToDevice); // expect: range-overflow arg=count object=device-memory result=1
    cudaFree(index);
    return 0;
}
