/* Seen: the process ends with std::terminate in cudaFree.
 * Was: a static object owns device memory and throws when the free fails at exit.
 * https://github.com/tensorlayer/HyperPose/pull/239 */
// exit: 134
#include <stdexcept>
#include <cuda_runtime.h>

struct Buffer {
    void *data = nullptr;
    ~Buffer() noexcept(false)
    {
        if (cudaFree(data) != cudaSuccess) // expect: exit-order api=cudaFree severity=warning result=4 arg=devPtr object=device-memory
            throw std::runtime_error("cudaFree");
    }
};

static Buffer parser;

int main()
{
    cudaMalloc(&parser.data, 4096);
    return 0;
}
