__global__ void sample(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); }

/* A pixel of [texture], if there is one. */
__global__ void sample_some(cudaTextureObject_t texture, unsigned pixels, float *out) { out[threadIdx.x] = threadIdx.x < pixels ? tex2D<float>(texture, threadIdx.x, 0) : 0; }

/* First the work, then the object, then its array; and the value of a destroyed object that is not used. */
int main()
{
    float *out;
    cudaArray_t array;
    cudaTextureObject_t texture = 0, old;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    static float zeros[64 * 64];
    if (cudaMalloc(&out, 4096) || cudaMallocArray(&array, &format, 64, 64) ||
        cudaMemcpy2DToArray(array, 0, 0, zeros, 256, 256, 64, cudaMemcpyHostToDevice))
        return 1;
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    if (cudaCreateTextureObject(&old, &from, &how, NULL) || cudaDestroyTextureObject(old) || cudaCreateTextureObject(&texture, &from, &how, NULL))
        return 1;
    sample<<<1, 32>>>(texture, out);
    sample_some<<<1, 32>>>(old == texture ? texture : old, 0, out);
    return cudaDeviceSynchronize() || cudaDestroyTextureObject(texture) || cudaFreeArray(array) || cudaFree(out);
}
