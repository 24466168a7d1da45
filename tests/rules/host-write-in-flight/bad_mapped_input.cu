// The host prepares the next input in mapped memory while the kernel may still read the last one.
// soft only: on a GPU the host's accesses to pinned memory of kernels are not watched
#include <cuda_runtime.h>

__global__ void add(const int *in, int *out) { out[threadIdx.x] += in[threadIdx.x]; }

int main()
{
    int *in, *out;
    cudaMallocHost((void **)&in, 4096);
    cudaMalloc(&out, 4096);
    cudaMemset(out, 0, 4096);
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 256; i++)
            in[i] = turn + i; // expect: host-write-in-flight object=pinned-memory says=kernel_add
        add<<<1, 256>>>(in, out); // site: related
    }
    cudaDeviceSynchronize();
    cudaFreeHost(in);
    cudaFree(out);
    return 0;
}
