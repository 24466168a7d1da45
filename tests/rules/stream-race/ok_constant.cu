#include <cuda_runtime.h>

__constant__ int scale[64];

__global__ void use(int *to) { to[threadIdx.x] = scale[threadIdx.x % 64]; }

/* The constants of the next step wait for the kernel, the next kernel for them. */
int main()
{
    int *next, *to;
    cudaStream_t work, upload;
    cudaEvent_t used, there;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&used, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&there, cudaEventDisableTiming);
    cudaMallocHost((void **)&next, sizeof scale);
    cudaMalloc((void **)&to, 4096);
    for (int i = 0; i < 3; i++) {
        cudaStreamWaitEvent(upload, used, 0);
        cudaEventSynchronize(there);
        next[0] = i;
        cudaMemcpyToSymbolAsync(scale, next, sizeof scale, 0, cudaMemcpyHostToDevice, upload);
        cudaEventRecord(there, upload);
        cudaStreamWaitEvent(work, there, 0);
        use<<<1, 64, 0, work>>>(to);
        cudaEventRecord(used, work);
    }
    return cudaDeviceSynchronize();
}
