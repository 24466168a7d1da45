
__global__ void sample(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); } // site: kernel

/* The texture object goes before the kernel that reads through it is launched. */
int main()
{
    float *in, *out;
    cudaTextureObject_t texture;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    cudaMemset(in, 0, 4096);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = in;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = 4096;
    cudaCreateTextureObject(&texture, &from, &how, NULL);   // site: created
    cudaDestroyTextureObject(texture);                      // site: destroyed
    sample<<<1, 32>>>(texture, out);                        // expect-soft: kernel-use-after-free arg=texture object=texture state=destroyed severity=warning
    return cudaDeviceSynchronize() || cudaFree(in) || cudaFree(out);
}
