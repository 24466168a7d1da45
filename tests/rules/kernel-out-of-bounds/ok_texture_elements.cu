/* A texture over all of the memory, whose ends count as 0; and one over its first quarter, of which the kernel uses no more. */
__global__ void average(cudaTextureObject_t texture, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = (tex1Dfetch<float>(texture, i - 1) + tex1Dfetch<float>(texture, i) + tex1Dfetch<float>(texture, i + 1)) / 3;
}

__global__ void copy(cudaTextureObject_t texture, float *out, int n)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

int main()
{
    enum { N = 128 };
    float *in, *out;
    cudaTextureObject_t whole, quarter;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(in, 0, N * sizeof *in);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = in;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = N * sizeof *in;
    cudaCreateTextureObject(&whole, &from, &how, NULL);
    from.res.linear.sizeInBytes = N;
    cudaCreateTextureObject(&quarter, &from, &how, NULL);
    average<<<1, N>>>(whole, out, N);
    copy<<<1, N>>>(quarter, out, N / sizeof *in);
    cudaDestroyTextureObject(whole);
    cudaDestroyTextureObject(quarter);
    return cudaFree(in) || cudaFree(out);
}
