// nvcc: -arch=sm_75 -lineinfo
/* The pitch is sixteen times the number of columns, because rows are padded; elements have four bytes. */
#include <cuda_runtime.h>

__global__ void add(float *to, size_t pitch, int columns)
{
    float *row = (float *)((char *)to + threadIdx.y * pitch);
    if (threadIdx.x < columns)
        row[threadIdx.x] += 1;
}

int main()
{
    const int columns = 32, rows = 8;
    float *to;
    size_t pitch;
    cudaMallocPitch((void **)&to, &pitch, columns * sizeof *to, rows);
    if (pitch != 512)
        return cudaFree(to);
    cudaMemset2D(to, pitch, 0, columns, rows); // site-soft: related
    add<<<1, dim3(columns, rows)>>>(to, pitch, columns); // expect-soft: kernel-uninitialized severity=warning says=32_elements_have_128_bytes gpu-says=nothing_has_written
    return cudaDeviceSynchronize() || cudaFree(to);
}
