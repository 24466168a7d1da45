/* Objects that hold pointers and are copied as such: parameters, a node of a list, and an array of pointers. */
#include "cuda_runtime.h"
#include <vector>

struct parameters
{
    float *values;
    size_t count, room;
};

struct node
{
    struct node *next;
    char text[248];
};

int main()
{
    void *device, *rows[32];
    std::vector<float> host(64);
    struct node second = {}, *third = new struct node(), first = {third, {}};
    cudaMalloc(&device, 256);
    for (void *&row : rows)
        if (cudaMalloc(&row, 256))
            return 1;
    struct parameters given = {host.data(), 64, 64}, *kept = new parameters(given);
    int error = cudaMemcpy(device, &given, sizeof given, cudaMemcpyHostToDevice) | cudaMemcpy(device, kept, sizeof *kept, cudaMemcpyHostToDevice) |
                cudaMemcpy(device, &first, sizeof first, cudaMemcpyHostToDevice) | cudaMemcpy(device, rows, sizeof rows, cudaMemcpyHostToDevice);
    for (void *row : rows)
        error |= cudaFree(row);
    delete kept;
    delete third;
    return error | cudaFree(device) | (second.text[0] != 0);
}
