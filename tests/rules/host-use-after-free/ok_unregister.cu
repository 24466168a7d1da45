/* The vector goes after its registration, whose memory it gets again for the next one. */
#include <cuda_runtime.h>
#include <vector>

struct pinned {
    void *address;
    pinned(void *at, size_t size) : address(at) { cudaHostRegister(address, size, 0); }
    ~pinned() { cudaHostUnregister(address); }
};

struct staging {
    std::vector<float> data;
    pinned registration;
    explicit staging(size_t n) : data(n), registration(data.data(), n * sizeof(float)) {}
};

int main()
{
    float *to;
    cudaMalloc(&to, 50000 * sizeof *to);
    for (int i = 0; i < 3; i++) {
        staging from(2000 + 24000 * i);
        cudaMemcpyAsync(to, from.data.data(), from.data.size() * sizeof *to, cudaMemcpyHostToDevice, 0);
        cudaDeviceSynchronize();
    }
    return cudaFree(to);
}
