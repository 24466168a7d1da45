// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void fill_all(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void compact(float *out, int *count, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (int)in[i] % 3)
        out[atomicAdd(count, 1)] = in[i];
}

__global__ void inside(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = in[i - 1] + in[i + 1];
}

__global__ void sums(float *out, const float *in)
{
    if (!threadIdx.x)
        out[blockIdx.x] = in[blockIdx.x * blockDim.x];
}

__global__ void serial(float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = i;
}

__global__ void insert(int2 *table, int capacity, int keys)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < keys)
        table[i * 37 % capacity] = make_int2(i, i);
}

__global__ void image(unsigned char *out, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        ((unsigned *)(out + y * pitch))[x] = x + y;
}

static float host[8192];

int main()
{
    float *in, *out;
    int *count;
    int2 *table;
    unsigned char *pixels;
    size_t pitch;
    cudaMalloc(&in, 4096);
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 4);
    fill<<<4, 256>>>(in, 1024);

    /* Room for more than this time's number, which the kernel is told. */
    cudaMalloc(&out, 8192);
    fill<<<2, 256>>>(out, 512);
    cudaMemcpy(host, out, 8192, cudaMemcpyDeviceToHost);
    cudaFree(out);

    /* ... which only the grid tells, and the rest is no remainder of a division. */
    cudaMalloc(&out, 8192);
    fill_all<<<2, 256>>>(out);
    cudaMemcpy(host, out, 8192, cudaMemcpyDeviceToHost);
    cudaFree(out);

    /* Room for whole blocks. */
    cudaMalloc(&out, 4096);
    fill<<<4, 256>>>(out, 1000);
    cudaMemcpy(host, out, 4096, cudaMemcpyDeviceToHost);
    cudaFree(out);

    cudaMalloc(&out, 4096);
    compact<<<4, 256>>>(out, count, in, 1024);
    cudaMemcpy(host, out, 4096, cudaMemcpyDeviceToHost);
    cudaFree(out);

    cudaMalloc(&out, 4096);
    inside<<<4, 256>>>(out, in, 1024);
    cudaMemcpy(host, out, 4096, cudaMemcpyDeviceToHost);
    cudaFree(out);

    cudaMalloc(&out, 4096);
    sums<<<4, 256>>>(out, in);
    cudaMemcpy(host, out, 4096, cudaMemcpyDeviceToHost);
    serial<<<1, 1>>>(out, 600);
    cudaMemcpy(host, out, 4096, cudaMemcpyDeviceToHost);
    cudaFree(out);

    cudaMalloc(&table, 8000);
    insert<<<1, 256>>>(table, 1000, 256);
    cudaMemcpy(host, table, 8000, cudaMemcpyDeviceToHost);
    cudaFree(table);

    /* One buffer for several things. */
    cudaMalloc(&out, 8192);
    fill<<<2, 256>>>(out, 1000);
    cudaMemset(out + 1024, 0, 1024);
    cudaMemcpy(host, out, 8192, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, 2048, cudaMemcpyDeviceToHost);
    cudaFree(out);

    /* Padding of rows: copied without, and with it. */
    cudaMallocPitch(&pixels, &pitch, 64 * 4 + 32, 32);
    image<<<dim3(9, 4), dim3(8, 8)>>>(pixels, pitch, 72, 32);
    cudaMemcpy2D(host, 72 * 4, pixels, pitch, 72 * 4, 32, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, pixels, pitch * 32, cudaMemcpyDeviceToHost);
    cudaFree(pixels);
    return cudaFree(in) || cudaFree(count);
}
