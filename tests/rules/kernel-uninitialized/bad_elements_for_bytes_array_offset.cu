// nvcc: -arch=sm_75 -lineinfo
// unseen on a GPU: what textures and surfaces access is not checked there
/* Copies to a place in an array, whose size is a number of elements. */
#include <cuda.h>
#include <cuda_runtime.h>

enum { WIDTH = 32, ROWS = 8 };

__global__ void fetch(cudaTextureObject_t t, float *out)
{
    out[threadIdx.y * WIDTH + threadIdx.x] = tex1D<float>(t, threadIdx.y * WIDTH + threadIdx.x);
}

static CUarray make(size_t lines)
{
    CUDA_ARRAY_DESCRIPTOR how = {};
    CUarray array;
    how.Width = WIDTH * lines;
    how.Format = CU_AD_FORMAT_FLOAT;
    how.NumChannels = 1;
    cuArrayCreate(&array, &how);
    return array;
}

static cudaTextureObject_t show(CUarray array)
{
    cudaTextureDesc how = {};
    cudaResourceDesc what = {};
    cudaTextureObject_t texture;
    what.resType = cudaResourceTypeArray;
    what.res.array.array = (cudaArray_t)array;
    cudaCreateTextureObject(&texture, &what, &how, nullptr);
    return texture;
}

int main()
{
    static float host[ROWS][WIDTH];
    cudaStream_t stream;
    float *out;
    cudaMalloc(&out, sizeof host);
    cudaStreamCreate(&stream);
    CUarray array = make(ROWS);
    cuMemcpyHtoA(array, 0, host, ROWS * WIDTH);
    fetch<<<1, dim3(WIDTH, ROWS)>>>(show(array), out); // expect-soft: kernel-uninitialized severity=warning object=array says=cuMemcpyHtoA_wrote_only_the_first_256_bytes,_but_256_elements_have_1024_bytes says=pass_the_size_in_bytes
    array = make(1);
    cuMemcpyHtoAAsync(array, 0, host, WIDTH, stream);
    fetch<<<1, WIDTH, 0, stream>>>(show(array), out); // expect-soft: kernel-uninitialized severity=warning object=array says=cuMemcpyHtoAAsync_wrote_only_the_first_32_bytes,_but_32_elements_have_128_bytes says=pass_the_size_in_bytes
    array = make(16);
    cuMemcpyHtoA(array, 0, host, sizeof host[0]);
    fetch<<<1, dim3(WIDTH, 2), 0>>>(show(array), out); // expect-soft: kernel-uninitialized severity=warning object=array says=write_all_of_the_array unsaid=elements
    return cudaDeviceSynchronize() || cudaFree(out);
}
