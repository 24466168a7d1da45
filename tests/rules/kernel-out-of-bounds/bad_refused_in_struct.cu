// unseen on a GPU: the launch is refused, or the fill finds the context lost
/* As bad_refused_later.cu, with a pointer that no rule looks at when the kernel is launched. */
#include <cuda_runtime.h>
#include <stdlib.h>

struct range {
    const int *from, *to;
};

__global__ void sum(const range *parts, int *out)
{
    int s = 0;
    for (const int *p = parts->from; p < parts->to; p++)
        s += *p;
    *out = s;
}

int main()
{
    int *out, *more = (int *)malloc(512);
    range *parts;
    for (int i = 0; i < 128; i++)
        more[i] = 64 - i;
    range host = { more, more + 64 };
    if (cudaMalloc(&out, 4) || cudaMalloc(&parts, sizeof host) || cudaMemcpy(parts, &host, sizeof host, cudaMemcpyHostToDevice))
        return 2;
    sum<<<1, 1>>>(parts, out);                           // expect-soft: kernel-out-of-bounds object=host-memory says=loaded_from_byte_0_of_16_bytes_of_device_memory
    cudaError_t e = cudaMemsetAsync(more, 0, 512, 0);    // site-soft: related
    cudaDeviceReset();
    return e ? 1 : 0;
}
