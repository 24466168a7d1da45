// unseen on a GPU: who writes to variables of modules is not followed there
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>
#include <stdlib.h>

__device__ int state[128];

/* The host has as many numbers in its heap, and gets zeros for most of them back. */
int main()
{
    int *host = (int *)malloc(sizeof state), back[128];
    for (int i = 0; i < 128; i++)
        host[i] = i + 1;
    cudaMemcpyToSymbol(state, host, 128); // site-soft: related
    cudaMemcpyFromSymbol(back, state, sizeof back); // expect-soft: kernel-uninitialized severity=warning says=cudaMemcpyToSymbol_wrote_only_the_first_128_bytes,_but_128_elements_have_512_bytes
    free(host);
    return 0;
}
