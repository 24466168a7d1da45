/* The size of the texture is the number of its elements: three quarters of the fetches give 0.  The second one has elements of eight bytes, its handle is in a struct. */
#include <cstring>

struct Images {
    cudaTextureObject_t first;
    float scale;
};

__global__ void fetch(cudaTextureObject_t texture, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(texture, i); // site-soft: kernel
}

__global__ void fetch_pairs(Images images, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = images.scale * tex1Dfetch<float2>(images.first, i).y; // site-soft: kernel
}

static cudaTextureObject_t make(void *data, size_t size, cudaChannelFormatDesc format)
{
    cudaTextureObject_t texture = 0;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = data;
    from.res.linear.desc = format;
    from.res.linear.sizeInBytes = size;
    cudaCreateTextureObject(&texture, &from, &how, NULL); // site-soft: related
    return texture;
}

int main()
{
    enum { N = 128 };
    float *in, *out;
    cudaMalloc(&in, N * sizeof(float2));
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(in, 0, N * sizeof(float2));
    Images images = { make(in, N, cudaCreateChannelDesc<float2>()), 1 };
    fetch_pairs<<<1, N>>>(images, out, N); // expect-soft: kernel-out-of-bounds severity=warning object=device-memory says=fetched_element_16_of_a_texture_that_has_16 says=128_elements_of_8_bytes
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(images.first);
    cudaFree(in);
    cudaMalloc(&in, N * sizeof *in);
    cudaMemset(in, 0, N * sizeof *in);
    cudaTextureObject_t texture = make(in, N, cudaCreateChannelDesc<float>());
    fetch<<<1, N>>>(texture, out, N); // expect-soft: kernel-out-of-bounds arg=texture severity=warning says=fetched_element_32_of_a_texture_that_has_32
    cudaDeviceSynchronize();
    return 0;
}
