/* A pinned staging buffer: the vector of a base class goes before the destructor of the class that registered it ends. */
#include <cuda_runtime.h>
#include <vector>

struct pinned {
    void *address = nullptr;
    void pin(void *at, size_t size) { cudaHostRegister(address = at, size, 0); }
    ~pinned() { cudaHostUnregister(address); } // expect: host-use-after-free arg=ptr severity=warning says=freed_while_it_was_registered
};

struct staging {
    pinned registration; /* made first, hence destroyed last */
    std::vector<float> data;
    explicit staging(size_t n) : data(n) { registration.pin(data.data(), n * sizeof(float)); }
};

int main()
{
    staging from(50000);
    float *to;
    cudaMalloc(&to, 50000 * sizeof *to);
    cudaMemcpyAsync(to, from.data.data(), 50000 * sizeof *to, cudaMemcpyHostToDevice, 0);
    cudaDeviceSynchronize();
    return cudaFree(to);
}
