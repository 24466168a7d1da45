// unseen on a GPU: copies to the host are not looked at there
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void fill_unchecked(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void quads(float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_float4(i, i, i, i);
}

__global__ void image(unsigned *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = x + y;
}

static float host[4096], *pinned;

int main()
{
    float *out, *other;
    unsigned *pixels;
    cudaMallocHost(&pinned, sizeof host);

    /* The last 232 of 1000. */
    cudaMalloc(&out, 4000); // site-soft: created
    fill<<<1000 / 256, 256>>>(out, 1000); // site-soft: related
    for (int i = 0; i < 3; i++)
        cudaMemcpy(host, out, 4000, cudaMemcpyDeviceToHost); // expect-soft: kernel-uninitialized severity=warning arg=src object=device-memory says=928_of_4000
    cudaMalloc(&other, 4000);
    cudaMemcpy(other, out, 4000, cudaMemcpyDeviceToDevice);
    cudaMemcpyAsync(pinned, other, 4000, cudaMemcpyDeviceToHost, 0); // site-soft: related
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(other);

    /* The size is nowhere but in the program's text; several launches. */
    cudaMalloc(&out, 4000);
    for (int i = 0; i < 3; i++)
        fill_unchecked<<<1000 / 128, 128>>>(out);
    cudaMemcpy(host, out, 4000, cudaMemcpyDeviceToHost); // expect-soft: kernel-uninitialized severity=warning arg=src says=416_of_4000
    cudaFree(out);

    /* One block, where the program says that it wants ten. */
    cudaMalloc(&out, 10240);
    fill<<<1, 256>>>(out, 2560);
    cudaMemcpy(host, out, 10240, cudaMemcpyDeviceToHost); // expect-soft: kernel-uninitialized severity=warning arg=src says=9216_of_10240
    cudaFree(out);

    cudaMalloc(&out, 16000);
    quads<<<1000 / 256, 256>>>((float4 *)out, 1000);
    cudaMemcpy(host, out, 16000, cudaMemcpyDeviceToHost); // expect-soft: kernel-uninitialized severity=warning arg=src
    cudaFree(out);

    /* Rows, then columns, are missing. */
    cudaMalloc(&pixels, 64 * 60 * 4);
    image<<<dim3(4, 60 / 16), dim3(16, 16)>>>(pixels, 64, 60);
    cudaMemcpy(host, pixels, 64 * 60 * 4, cudaMemcpyDeviceToHost); // expect-soft: kernel-uninitialized severity=warning arg=src
    cudaFree(pixels);
    cudaMalloc(&pixels, 60 * 60 * 4);
    image<<<dim3(60 / 16, 60 / 16), dim3(16, 16)>>>(pixels, 60, 60);
    cudaMemcpy(host, pixels, 60 * 60 * 4, cudaMemcpyDeviceToHost); // expect-soft: kernel-uninitialized severity=warning arg=src
    cudaFree(pixels);
    return cudaFreeHost(pinned);
}
