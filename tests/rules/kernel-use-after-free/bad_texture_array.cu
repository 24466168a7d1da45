// soft only: not seen on an H200, which may end the context
__global__ void sample(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); } // site: kernel

/* The array is freed, its texture object is used on. */
int main()
{
    float *out;
    cudaArray_t array;
    cudaTextureObject_t texture;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc(&out, 4096);
    cudaMallocArray(&array, &format, 64, 64);               // site: created
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    cudaFreeArray(array);                                   // site: destroyed
    sample<<<1, 32>>>(texture, out);                        // expect: kernel-use-after-free arg=texture object=array state=destroyed severity=warning
    return cudaDeviceSynchronize() || cudaDestroyTextureObject(texture) || cudaFree(out);
}
