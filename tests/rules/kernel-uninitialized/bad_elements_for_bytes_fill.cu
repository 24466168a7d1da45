// nvcc: -arch=sm_75 -lineinfo
/* Rows that are cleared by a number of their elements. */
#include <cuda_runtime.h>

struct sums {
    double *of;
    size_t pitch;
};

__global__ void add(sums to, const double *from, int columns)
{
    double *row = (double *)((char *)to.of + blockIdx.x * to.pitch);
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        row[i] += from[i];
}

int main()
{
    const int columns = 96, rows = 8;
    static double host[columns];
    sums to;
    double *from;
    cudaMallocPitch((void **)&to.of, &to.pitch, columns * sizeof *to.of, rows);
    cudaMalloc(&from, sizeof host);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset2DAsync(to.of, to.pitch, 0, columns, rows, 0); // site-soft: related
    add<<<rows, 32>>>(to, from, columns); // expect-soft: kernel-uninitialized severity=warning says=cudaMemset2DAsync_wrote_only_the_first_96_bytes_of_each_row,_but_96_elements_have_768_bytes gpu-says=nothing_has_written
    return cudaDeviceSynchronize() || cudaFree(to.of) || cudaFree(from);
}
