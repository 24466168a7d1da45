// unseen on a GPU: what textures read is not checked there
/* Each block writes an element that the next one fetches through a texture. */
__global__ void shift(cudaTextureObject_t t, float *data)
{
    float left = tex1Dfetch<float>(t, (blockIdx.x + 1) % gridDim.x);
    data[blockIdx.x] = left + 1; // site-soft: kernel
}

int main()
{
    enum { N = 64 };
    float *data;
    cudaTextureObject_t t;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaMalloc(&data, N * sizeof *data);
    cudaMemset(data, 0, N * sizeof *data);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = data;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = N * sizeof *data;
    cudaCreateTextureObject(&t, &from, &how, NULL);
    shift<<<N, 1>>>(t, data); // expect-soft: kernel-race severity=warning
    cudaDeviceSynchronize();
    return 0;
}
