// soft only: what a GPU does depends on who has the memory then

__global__ void sample(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); } // site: kernel

int main()
{
    float *in, *out;
    cudaTextureObject_t texture;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaMalloc(&in, 4 << 20);                               // site: created
    cudaMalloc(&out, 4096);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = in;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = 4 << 20;
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    cudaFree(in);                                           // site: destroyed
    sample<<<1, 32>>>(texture, out);                        // expect: kernel-use-after-free object=device-memory state=freed
    cudaDeviceSynchronize();
    return 0;
}
