// Two streams; the host waits for the wrong one.  The memory has advice and was prefetched, which waits for nothing.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p, *q;
    cudaStream_t one, two;
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaMallocManaged(&p, 4096);
    cudaMallocManaged(&q, 4096);
    cudaMemAdvise(p, 4096, cudaMemAdviseSetPreferredLocation, host);
    cudaMemPrefetchAsync(p, 4096, device, 0, one);
    fill<<<1, 256, 0, one>>>(p, 1); // site: related
    fill<<<1, 256, 0, two>>>(q, 2);
    cudaMemPrefetchAsync(p, 4096, host, 0, one);
    cudaStreamSynchronize(two);
    int sum = q[7];
    sum += p[7]; // expect: host-read-in-flight says=stream_1
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(q);
    return sum < 0;
}
