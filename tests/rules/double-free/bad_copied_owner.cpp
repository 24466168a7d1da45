#include <cuda_runtime.h>
#include <vector>

struct Buffer {
    void *data = nullptr;
    explicit Buffer(size_t n)
    {
        cudaMalloc(&data, n); // site: created
    }
    ~Buffer()
    {
        cudaFree(data); // expect: double-free arg=devPtr state=freed says=the_same_statement_freed_it_then says=delete_the_copy_constructor // site: destroyed
    }
};

// soft only: a GPU gives the address of the freed block to the next one, so that two blocks are freed twice
/* Temporaries are copied into the vector, which copies them when it grows; what is used afterwards is of the same cause. */
int main()
{
    std::vector<Buffer> all;
    for (int i = 0; i < 3; i++)
        all.push_back(Buffer(4096));
    for (Buffer &buffer : all)
        cudaMemset(buffer.data, 0, 4096); // site: related
    return 0;
}
