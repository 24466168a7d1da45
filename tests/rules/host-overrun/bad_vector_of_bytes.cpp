#include <vector>

#include "cuda_runtime.h"

/* The vector counts elements of its own, the copy those of the device; it is made two calls away. */
static std::vector<unsigned char> decode(size_t pixels)
{
    std::vector<unsigned char> image;
    image.resize(pixels * 3); // site: created
    return image;
}

int main()
{
    void *device;
    cudaMalloc(&device, 64 * 64 * 4);
    std::vector<unsigned char> image = decode(64 * 64);
    cudaMemcpy(device, image.data(), 64 * 64 * 4, cudaMemcpyHostToDevice); // expect: host-overrun arg=src
    cudaFree(device);
    return 0;
}
