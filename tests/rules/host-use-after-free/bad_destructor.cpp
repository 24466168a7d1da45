#include <cstring>

#include "cuda_runtime.h"

/* A staging buffer that its destructor frees; the second upload still has its address. */
class staging {
    char *bytes_;

public:
    explicit staging(size_t size) : bytes_(new char[size]) // site: created
    {
        std::memset(bytes_, 0, size);
    }
    ~staging()
    {
        delete[] bytes_; // site: destroyed
    }
    const char *data() const { return bytes_; }
};

static const char *upload(void *device, size_t size)
{
    staging area(size);
    cudaMemcpy(device, area.data(), size, cudaMemcpyHostToDevice);
    return area.data();
}

int main()
{
    void *device;
    cudaMalloc(&device, 1 << 20);
    const char *again = upload(device, 1 << 20);
    cudaMemcpy(device, again, 1 << 20, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    cudaFree(device);
    return 0;
}
