#include <cuda_runtime.h>
#include <vector>

struct Buffer {
    void *data = nullptr;
    size_t bytes;
    explicit Buffer(size_t n) : bytes(n)
    {
        cudaMalloc(&data, n); // site: created
    }
    ~Buffer()
    {
        cudaFree(data); // site: destroyed
    }
};

static void clear(Buffer buffer)
{
    cudaMemset(buffer.data, 0, buffer.bytes);
}

/* The copy frees what its original uses and frees again: one mistake.  Another one is another finding. */
int main()
{
    {
        Buffer buffer(4096);
        std::vector<char> host(4096);
        clear(buffer);
        cudaMemcpy(host.data(), buffer.data, host.size(), cudaMemcpyDeviceToHost); // expect: use-after-free arg=src says=the_destructor_Buffer::~Buffer says=a_copy_of_it
        cudaMemset(buffer.data, 1, 4096); // site: related
    }
    void *other;
    cudaMalloc(&other, 4096); // site: created
    cudaFree(other); // site: destroyed
    cudaFree(other); // expect: double-free says=free_it_once
    return 0;
}
