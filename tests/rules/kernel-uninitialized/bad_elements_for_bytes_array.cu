// nvcc: -arch=sm_75 -lineinfo
// unseen on a GPU: what textures and surfaces access is not checked there
/* Rows of an array that are copied by a number of their elements. */
#include <cuda_runtime.h>

enum { WIDTH = 32, ROWS = 8 };

__global__ void fetch(cudaTextureObject_t t, float *out)
{
    out[threadIdx.y * WIDTH + threadIdx.x] = tex2D<float>(t, threadIdx.x, threadIdx.y);
}

/* One row of sixteen is no row of larger elements. */
__global__ void below(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 1);
}

static cudaTextureObject_t show(cudaArray_t array)
{
    cudaTextureDesc how = {};
    cudaResourceDesc what = {};
    cudaTextureObject_t texture;
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    cudaCreateTextureObject(&texture, &what, &how, nullptr);
    return texture;
}

int main()
{
    static float host[ROWS][WIDTH];
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    float *out;
    cudaMalloc(&out, sizeof host);
    cudaMallocArray(&array, &floats, WIDTH, ROWS);
    cudaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], WIDTH, ROWS, cudaMemcpyHostToDevice);
    fetch<<<1, dim3(WIDTH, ROWS)>>>(show(array), out); // expect-soft: kernel-uninitialized severity=warning object=array says=cudaMemcpy2DToArray_wrote_only_the_first_32_bytes_of_each_row,_but_32_elements_have_128_bytes says=pass_the_size_in_bytes
    cudaMallocArray(&array, &floats, WIDTH, 16);
    cudaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], 1, cudaMemcpyHostToDevice);
    below<<<1, WIDTH>>>(show(array), out); // expect-soft: kernel-uninitialized severity=warning object=array says=write_all_of_the_array unsaid=elements
    return cudaDeviceSynchronize() || cudaFree(out);
}
