// Memory attached to one stream is used by the host when that stream has been waited for, while work of another one goes on.
#include <cuda_runtime.h>

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

int main()
{
    int *p, *q;
    cudaStream_t one, two;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaMallocManaged(&p, 4096, cudaMemAttachHost);
    cudaMallocManaged(&q, 4096, cudaMemAttachHost);
    cudaStreamAttachMemAsync(one, p, 0, cudaMemAttachSingle);
    cudaStreamAttachMemAsync(two, q, 0, cudaMemAttachSingle);
    fill<<<1, 256, 0, one>>>(p, 1);
    fill<<<1, 256, 0, two>>>(q, 2);
    cudaStreamSynchronize(one);
    int bad = p[5] != 1;
    p[5] = 0;
    cudaStreamSynchronize(two);
    bad += q[5] != 2;
    cudaFree(p);
    cudaFree(q);
    return bad;
}
