/* As the program that must be reported, with everything that is fetched written before. */
#include <string.h>

__global__ void fetch(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
}

__global__ void filter(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.75f, 0.5f);
}

/* Of four channels three are used. */
__global__ void places(cudaTextureObject_t t, float *out)
{
    float4 p = tex1Dfetch<float4>(t, threadIdx.x);
    out[threadIdx.x] = p.x + p.y + p.z;
}

int main()
{
    enum { N = 32 };
    float *in, *out;
    cudaTextureObject_t t;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(in, 0, N * sizeof *in);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = in;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = N * sizeof *in;
    cudaCreateTextureObject(&t, &from, &how, NULL);
    fetch<<<1, N>>>(t, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(t);
    cudaFree(in);
    cudaMalloc(&in, 512);
    cudaMemset(in, 0, N * sizeof *in);
    memset(&from, 0, sizeof from);
    from.resType = cudaResourceTypePitch2D;
    from.res.pitch2D = { in, cudaCreateChannelDesc<float>(), N, 1, 512 };
    how.filterMode = cudaFilterModeLinear;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&t, &from, &how, NULL);
    filter<<<1, N>>>(t, out);
    cudaDeviceSynchronize();
    memset(&from, 0, sizeof from);
    memset(&how, 0, sizeof how);
    cudaMemset2D(in, 16, 0, 12, N);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = in;
    from.res.linear.desc = cudaCreateChannelDesc<float4>();
    from.res.linear.sizeInBytes = N * 16;
    cudaCreateTextureObject(&t, &from, &how, NULL);
    places<<<1, N>>>(t, out);
    cudaDeviceSynchronize();
    return 0;
}
