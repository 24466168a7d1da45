/* The creation of a texture object fails, nobody looks, and the kernel gets handle 0. */
#include <cuda_runtime.h>

#include <string.h>

__global__ void fetch(cudaTextureObject_t from, float *to)
{
    to[threadIdx.x] = tex1Dfetch<float>(from, threadIdx.x); // site-soft: kernel
}

int main()
{
    float *from, *to;
    cudaResourceDesc resource;
    cudaTextureDesc description;
    cudaTextureObject_t texture = 0;
    cudaMalloc(&from, 128);
    cudaMalloc(&to, 128);
    cudaMemset(from, 0, 128);
    memset(&resource, 0, sizeof resource);
    memset(&description, 0, sizeof description);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = from + 1;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 64;
    cudaCreateTextureObject(&texture, &resource, &description, 0); // site-soft: related
    fetch<<<1, 8>>>(texture, to); // expect-soft: kernel-trap says=must_be_a_multiple_of_512
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    return 0;
}
