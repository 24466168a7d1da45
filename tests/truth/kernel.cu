/* Source of the images that some cases load: one kernel, compiled for several devices. */
extern "C" __global__ void k(int *p)
{
    p[threadIdx.x] = threadIdx.x;
}
