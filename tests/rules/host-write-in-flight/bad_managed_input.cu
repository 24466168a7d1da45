// The host prepares the next input while the kernel may still read the last one.
#include <cuda_runtime.h>

__global__ void add(const int *in, int *out) { out[threadIdx.x] += in[threadIdx.x]; }

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 4096);
    cudaMalloc(&out, 4096);
    cudaMemset(out, 0, 4096);
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 256; i++)
            in[i] = turn + i; // expect: host-write-in-flight says=kernel_add
        add<<<1, 256>>>(in, out); // site: related
    }
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
