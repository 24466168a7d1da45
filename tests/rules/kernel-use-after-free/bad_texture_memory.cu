__global__ void sample(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); } // site-soft: kernel

int main()
{
    float *in, *out;
    cudaTextureObject_t texture;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaMalloc(&in, 4 << 20);                               // site-soft: created
    cudaMalloc(&out, 4096);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = in;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = 4 << 20;
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    cudaFree(in);                                           // site-soft: destroyed
    sample<<<1, 32>>>(texture, out);                        // expect-soft: kernel-use-after-free object=device-memory state=freed
    cudaDeviceSynchronize(); // expect-real: earlier-fault
    return 0;
}
