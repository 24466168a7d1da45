__constant__ float factors[16];

__global__ void scale(float *data) { data[threadIdx.x] *= factors[threadIdx.x]; }

int main()
{
    static const float host[16] = {};
    float *data;
    cudaMalloc(&data, sizeof host);
    cudaMemset(data, 0, sizeof host);
    cudaMemcpyToSymbol("factors", host, sizeof host); // expect: bad-symbol arg=symbol says=the_text_"factors"
    scale<<<1, 16>>>(data);
    return cudaFree(data);
}
