// A kernel fills memory of cudaMallocHost, whose address it gets as it is, and the host writes it to a file at once.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i * 0.5f;
}

int main()
{
    enum { N = 4096 };
    float *out;
    cudaMallocHost((void **)&out, N * sizeof *out);
    FILE *file = fopen("/dev/null", "w");
    setvbuf(file, NULL, _IONBF, 0);
    fill<<<N / 256, 256>>>(out, N); // site: related
    fwrite(out, sizeof *out, N, file); // expect: host-read-in-flight object=pinned-memory says=kernel_fill
    fclose(file);
    cudaDeviceSynchronize();
    cudaFreeHost(out);
    return 0;
}
