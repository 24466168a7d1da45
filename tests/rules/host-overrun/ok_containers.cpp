#include "cuda_runtime.h"
#include <memory>
#include <string>
#include <vector>

int main()
{
    void *device;
    std::vector<float> host(1000), other;
    other.reserve(5000);
    std::unique_ptr<double[]> array(new double[77]);
    std::string text(200, 0);
    if (cudaMalloc(&device, 1 << 20))
        return 1;
    for (int i = 0; i < 100; i++) {
        host.push_back((float)i);
        if (cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice))
            return 2;
    }
    if (cudaMemcpy(device, other.data(), 5000 * sizeof(float), cudaMemcpyHostToDevice) ||
        cudaMemcpy(array.get(), device, 77 * sizeof(double), cudaMemcpyDeviceToHost) ||
        cudaMemcpy(&text[0], device, text.size(), cudaMemcpyDeviceToHost))
        return 3;
    return cudaFree(device);
}
