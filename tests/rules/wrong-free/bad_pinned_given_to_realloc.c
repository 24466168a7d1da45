#include "cuda_runtime.h"

int main(void)
{
    void *pinned;
    cudaMallocHost(&pinned, 64); // site: created
    pinned = realloc(pinned, 128); // expect: wrong-free object=pinned-memory
    return !pinned;
}
