#include <cuda_runtime.h>
#include <utility>
#include <vector>

struct Buffer {
    void *data = nullptr;
    explicit Buffer(size_t n) { cudaMalloc(&data, n); }
    Buffer(Buffer &&other) noexcept : data(std::exchange(other.data, nullptr)) {}
    Buffer &operator=(Buffer &&other) noexcept
    {
        std::swap(data, other.data);
        return *this;
    }
    ~Buffer() { cudaFree(data); }
};

int main()
{
    std::vector<Buffer> all;
    for (int i = 0; i < 3; i++)
        all.push_back(Buffer(4096));
    for (Buffer &buffer : all)
        cudaMemset(buffer.data, 0, 4096);
    all[0] = Buffer(64);
    return cudaDeviceSynchronize();
}
