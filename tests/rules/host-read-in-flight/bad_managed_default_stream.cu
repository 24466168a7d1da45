// The default stream and a non-blocking one are strangers: neither waiting for one, nor what waits on it, waits for the other.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p, *q, *other, sum = 0;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocManaged(&p, 4096);
    cudaMallocManaged(&q, 4096);
    cudaMallocManaged(&other, 4);
    fill<<<1, 256, 0, stream>>>(p, 1); // site: related
    cudaMemset(other, 0, 4);
    cudaStreamSynchronize(0);
    sum += p[7]; // expect: host-read-in-flight says=on_stream_1
    cudaDeviceSynchronize();
    fill<<<1, 256>>>(q, 1); // site: related
    fill<<<1, 1, 0, stream>>>(other, 1);
    cudaStreamSynchronize(stream);
    sum += q[7]; // expect: host-read-in-flight says=on_the_legacy_default_stream
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(q);
    cudaFree(other);
    return sum < 0;
}
