// nvcc: -arch=sm_75 -lineinfo
// unseen on a GPU: an address in no memory is left to the device, which ends the context
#include <stdlib.h>
#include <string.h>

/* A member that nobody sets has what the heap had there. */
struct layer {
    float *in, *out, *bias;
    int n;
};

__global__ void add(struct layer l)
{
    int i = threadIdx.x;
    if (i < l.n)
        l.out[i] = l.in[i] + (l.bias ? l.bias[i] : 0);
}

int main()
{
    struct layer *l = (struct layer *)malloc(sizeof *l);
    memset(l, 0xab, sizeof *l);
    if (cudaMalloc(&l->in, 256) || cudaMalloc(&l->out, 256) || cudaMemset(l->in, 0, 256))
        return 1;
    l->n = 64;
    add<<<1, 64>>>(*l); // expect-soft: kernel-misaligned says=outside_every_allocation says=no_allocation_is_near unsaid=align_the_address
    return !cudaDeviceSynchronize();
}
