/* Each block fetches what nobody writes. */
__global__ void shift(cudaTextureObject_t t, float *data)
{
    float left = tex1Dfetch<float>(t, (blockIdx.x + 1) % gridDim.x);
    data[blockIdx.x] = left + 1;
}

int main()
{
    enum { N = 64 };
    float *data, *out;
    cudaTextureObject_t t;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaMalloc(&data, N * sizeof *data);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(data, 0, N * sizeof *data);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = data;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = N * sizeof *data;
    cudaCreateTextureObject(&t, &from, &how, NULL);
    shift<<<N, 1>>>(t, out);
    cudaDeviceSynchronize();
    return 0;
}
