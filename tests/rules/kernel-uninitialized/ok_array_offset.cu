// nvcc: -arch=sm_75 -lineinfo
/* An array that is filled by copies to places in it, one after the other. */
#include <cuda.h>
#include <cuda_runtime.h>

enum { WIDTH = 32, ROWS = 8 };

__global__ void fetch(cudaTextureObject_t t, float *out)
{
    out[threadIdx.y * WIDTH + threadIdx.x] = tex1D<float>(t, threadIdx.y * WIDTH + threadIdx.x);
}

int main()
{
    static float host[ROWS][WIDTH];
    CUDA_ARRAY_DESCRIPTOR shape = {};
    cudaTextureDesc how = {};
    cudaResourceDesc what = {};
    cudaTextureObject_t texture;
    CUarray array;
    float *out;
    cudaMalloc(&out, sizeof host);
    shape.Width = WIDTH * ROWS;
    shape.Format = CU_AD_FORMAT_FLOAT;
    shape.NumChannels = 1;
    cuArrayCreate(&array, &shape);
    for (size_t part = 0; part < 4; part++)
        cuMemcpyHtoA(array, part * sizeof host / 4, host, sizeof host / 4);
    what.resType = cudaResourceTypeArray;
    what.res.array.array = (cudaArray_t)array;
    cudaCreateTextureObject(&texture, &what, &how, nullptr);
    fetch<<<1, dim3(WIDTH, ROWS)>>>(texture, out);
    return cudaDeviceSynchronize() || cudaDestroyTextureObject(texture) || cuArrayDestroy(array) || cudaFree(out);
}
