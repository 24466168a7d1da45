// cc: g++ -O2
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "cuda_runtime.h"

struct alignas(64) row {
    float value[16];
};

struct staging {
    std::unique_ptr<char[]> bytes{ new char[70000] };
    cudaStream_t stream;
    explicit staging(cudaStream_t s) : stream(s) {}
    ~staging() { cudaStreamSynchronize(stream); }
};

/* Containers that move, staging buffers whose destructors wait, operator new and delete of every
 * kind: each copy asks for the address anew. */
int main()
{
    void *device;
    cudaStream_t stream;
    std::vector<float> host;
    std::vector<row> rows;
    std::map<int, std::string> names;
    if (cudaMalloc(&device, 1 << 20) || cudaStreamCreate(&stream))
        return 1;
    for (int i = 0; i < 500; i++) {
        host.push_back(1.0f * i);
        rows.emplace_back();
        names[i] = std::string(size_t(i), 'x');
        if (cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice) ||
            cudaMemcpy(device, rows.data(), rows.size() * sizeof(row), cudaMemcpyHostToDevice) ||
            cudaMemcpy(device, names[i].data(), names[i].size(), cudaMemcpyHostToDevice))
            return 2;
    }
    for (int i = 0; i < 20; i++) {
        staging area(stream);
        if (cudaMemcpyAsync(device, area.bytes.get(), 70000, cudaMemcpyHostToDevice, stream))
            return 3;
    }
    return cudaStreamDestroy(stream) || cudaFree(device);
}
