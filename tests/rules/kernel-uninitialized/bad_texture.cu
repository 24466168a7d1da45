// unseen on a GPU: what textures read is not checked there
/* Fetches from linear memory, and from rows of a pitched image, read memory as loads do. */
#include <string.h>

__global__ void fetch(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); // site-soft: kernel
}

__global__ void filter(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.75f, 0.5f); // site-soft: kernel
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
    cudaMemset(in, 0, (N - 1) * sizeof *in);
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = in;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = N * sizeof *in;
    cudaCreateTextureObject(&t, &from, &how, NULL);
    fetch<<<1, N>>>(t, out); // expect-soft: kernel-uninitialized severity=warning
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(t);
    cudaFree(in);
    cudaMalloc(&in, 512);
    cudaMemset(in, 0, (N - 1) * sizeof *in);
    memset(&from, 0, sizeof from);
    from.resType = cudaResourceTypePitch2D;
    from.res.pitch2D = { in, cudaCreateChannelDesc<float>(), N, 1, 512 };
    how.filterMode = cudaFilterModeLinear;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&t, &from, &how, NULL);
    filter<<<1, N>>>(t, out); // expect-soft: kernel-uninitialized severity=warning
    cudaDeviceSynchronize();
    return 0;
}
