// unseen on a GPU: what textures and surfaces access is not checked there
/* Texels of arrays that no copy and no kernel has written: fetched, filtered, and loaded through a
 * surface. */
#include <string.h>

enum { WIDTH = 32, ROWS = 4 };

__global__ void fetch(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 2); // site-soft: kernel
}

__global__ void filter(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 1.75f); // site-soft: kernel
}

__global__ void load(cudaSurfaceObject_t s, float *out)
{
    out[threadIdx.x] = surf2Dread<float>(s, threadIdx.x * (int)sizeof(float), 3); // site-soft: kernel
}

__global__ void volume(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex3D<float>(t, threadIdx.x, 1, 1); // site-soft: kernel
}

__global__ void level(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2DLod<float>(t, threadIdx.x, 0, 1); // site-soft: kernel
}

static cudaArray_t half_written(const cudaChannelFormatDesc *floats)
{
    static float zeros[ROWS][WIDTH];
    cudaArray_t array;
    cudaMallocArray(&array, floats, WIDTH, ROWS, cudaArraySurfaceLoadStore); // site-soft: created
    cudaMemcpy2DToArray(array, 0, 0, zeros, sizeof zeros[0], sizeof zeros[0], ROWS / 2,
                        cudaMemcpyHostToDevice);
    return array;
}

int main()
{
    float *out, *device;
    cudaArray_t array, copy, deep;
    cudaMipmappedArray_t levels;
    cudaTextureObject_t sharp, smooth, thick, small;
    cudaSurfaceObject_t s;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaMalloc(&out, WIDTH * sizeof *out);
    array = half_written(&floats);
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaCreateTextureObject(&sharp, &from, &how, NULL);
    how.filterMode = cudaFilterModeLinear;
    cudaCreateTextureObject(&smooth, &from, &how, NULL);
    fetch<<<1, WIDTH>>>(sharp, out); // expect-soft: kernel-uninitialized severity=warning object=array arg=t says=of_row_2_of_an_array
    filter<<<1, WIDTH>>>(smooth, out); // expect-soft: kernel-uninitialized severity=warning object=array
    /* what was not written stays so when it is copied */
    cudaMallocArray(&copy, &floats, WIDTH, ROWS, cudaArraySurfaceLoadStore);
    cudaMalloc(&device, ROWS * WIDTH * sizeof *device);
    cudaMemcpy2DFromArray(device, WIDTH * sizeof *device, array, 0, 0, WIDTH * sizeof *device, ROWS,
                          cudaMemcpyDeviceToDevice);
    cudaMemcpy2DToArray(copy, 0, 0, device, WIDTH * sizeof *device, WIDTH * sizeof *device, ROWS,
                        cudaMemcpyDeviceToDevice);
    from.res.array.array = copy;
    cudaCreateSurfaceObject(&s, &from);
    load<<<1, WIDTH>>>(s, out); // expect-soft: kernel-uninitialized severity=warning object=array
    how.filterMode = cudaFilterModePoint;
    cudaMalloc3DArray(&deep, &floats, make_cudaExtent(WIDTH, 2, 2), 0);
    from.res.array.array = deep;
    cudaCreateTextureObject(&thick, &from, &how, NULL);
    volume<<<1, WIDTH>>>(thick, out); // expect-soft: kernel-uninitialized severity=warning object=array says=of_row_1_of_layer_1
    cudaMallocMipmappedArray(&levels, &floats, make_cudaExtent(2 * WIDTH, 2, 0), 2);
    memset(&from, 0, sizeof from);
    from.resType = cudaResourceTypeMipmappedArray;
    from.res.mipmap.mipmap = levels;
    how.maxMipmapLevelClamp = 1;
    how.normalizedCoords = 0;
    cudaCreateTextureObject(&small, &from, &how, NULL);
    level<<<1, WIDTH>>>(small, out); // expect-soft: kernel-uninitialized severity=warning says=of_level_1_of_a_mipmapped_array
    cudaDeviceSynchronize();
    return 0;
}
