// An object in managed memory with its elements in managed memory, as a class with an operator new of its own makes them: the kernel gets the address
// of the object only.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>
#include <new>

struct Managed {
    static void *operator new(size_t size)
    {
        void *p = nullptr;
        if (cudaMallocManaged(&p, size))
            throw std::bad_alloc();
        return p;
    }
    static void operator delete(void *p) { cudaFree(p); }
};

struct Vector : Managed {
    float *data;
    int size;
    explicit Vector(int n) : size(n) { cudaMallocManaged(&data, n * sizeof *data); }
    ~Vector() { cudaFree(data); }
    __host__ __device__ float &operator[](int i) { return data[i]; }
};

__global__ void twice(Vector *v)
{
    for (int i = threadIdx.x; i < v->size; i += blockDim.x)
        (*v)[i] = 2 * (*v)[i];
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    Vector *v = new Vector(100);
    for (int i = 0; i < v->size; i++)
        (*v)[i] = i;
    twice<<<1, 32, 0, stream>>>(v); // site: related
    float last = (*v)[99]; // expect: host-read-in-flight says=kernel_twice
    cudaStreamSynchronize(stream);
    delete v;
    return last < 0;
}
