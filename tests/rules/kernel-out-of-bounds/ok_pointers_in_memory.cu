/* Pointers that are loaded from memory lead to the device, objects with virtual functions are made there, references lead to
   managed memory. */
#include <cuda_runtime.h>

#include <new>

struct shape {
    int *data;
    __host__ __device__ virtual int first() const { return *data; }
};

__global__ void make(shape *s, int *data)
{
    new (s) shape;
    s->data = data;
}

__global__ void use(int **rows, const shape *s, int &result)
{
    result = rows[1][2] + s->first();
}

int main()
{
    int **device, *host[2], *result;
    shape *s;
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&host[i], 128);
        cudaMemset(host[i], 0, 128);
    }
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMalloc(&s, sizeof *s);
    cudaMallocManaged(&result, sizeof *result);
    make<<<1, 1>>>(s, host[0]);
    use<<<1, 1>>>(device, s, *result);
    if (cudaDeviceSynchronize())
        return 1;
    int wrong = *result;
    cudaFree(host[0]);
    cudaFree(host[1]);
    cudaFree(device);
    cudaFree(s);
    cudaFree(result);
    return wrong;
}
