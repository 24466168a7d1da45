__global__ void sample(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); } // site-soft: kernel

/* The array is freed, its texture object is used on.  The array beside it keeps their memory mapped, so that no GPU ends the context. */
int main()
{
    float *out;
    cudaArray_t beside, array;
    cudaTextureObject_t texture;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc(&out, 4096);
    cudaMallocArray(&beside, &format, 64, 64);
    cudaMallocArray(&array, &format, 64, 64);               // site-soft: created
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    cudaFreeArray(array);                                   // site-soft: destroyed
    sample<<<1, 32>>>(texture, out);                        // expect-soft: kernel-use-after-free arg=texture object=array state=destroyed severity=warning
    return cudaDeviceSynchronize() || cudaDestroyTextureObject(texture) || cudaFreeArray(beside) || cudaFree(out);
}
