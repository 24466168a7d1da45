/* Seen: "CUDA error 1" while tensors are freed, with one GPU of several.
 * Was: the slots of the other GPUs were never set and held 0xCDCDCDCD...
 * https://github.com/ggml-org/llama.cpp/pull/2005 */
#include "cuda_runtime.h"

struct extra { void *data_device[4]; };

int main(void)
{
    struct extra *extra = malloc(sizeof *extra);
    memset(extra, 0xcd, sizeof *extra);
    cudaMalloc(&extra->data_device[0], 256);
    for (int id = 0; id < 2; id++)
        cudaFree(extra->data_device[id]); // expect: unknown-pointer arg=devPtr result=1
    free(extra);
    return 0;
}
