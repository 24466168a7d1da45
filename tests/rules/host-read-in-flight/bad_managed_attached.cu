// Memory attached to one stream: that stream has to be waited for, the attachment itself waits for nothing.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&p, 4096, cudaMemAttachHost);
    p[3] = 1;
    cudaStreamAttachMemAsync(stream, p, 0, cudaMemAttachSingle);
    fill<<<1, 256, 0, stream>>>(p, 1); // site: related
    int early = p[3]; // expect: host-read-in-flight says=kernel_fill
    cudaStreamSynchronize(stream);
    cudaFree(p);
    return early < 0;
}
