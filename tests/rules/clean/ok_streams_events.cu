#include <cstring>

__global__ void scale(float *p, int n, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= by;
}

int main()
{
    const int n = 1 << 14;
    float *pinned[2], *device[2];
    cudaStream_t stream[2];
    cudaEvent_t done[2], start;
    float ms = -1;
    cudaEventCreate(&start);
    for (int k = 0; k < 2; k++) {
        cudaMallocHost(&pinned[k], n * 4);
        cudaMalloc(&device[k], n * 4);
        cudaStreamCreateWithFlags(&stream[k], cudaStreamNonBlocking);
        cudaEventCreate(&done[k]);
        for (int i = 0; i < n; i++)
            pinned[k][i] = i;
    }
    cudaEventRecord(start, stream[0]);
    for (int k = 0; k < 2; k++) {
        cudaMemcpyAsync(device[k], pinned[k], n * 4, cudaMemcpyHostToDevice, stream[k]);
        scale<<<n / 256, 256, 0, stream[k]>>>(device[k], n, k + 2.0f);
        cudaMemcpyAsync(pinned[k], device[k], n * 4, cudaMemcpyDeviceToHost, stream[k]);
        cudaEventRecord(done[k], stream[k]);
    }
    cudaStreamWaitEvent(stream[0], done[1], 0);
    cudaStreamSynchronize(stream[0]);
    cudaEventSynchronize(done[0]);
    if (cudaEventElapsedTime(&ms, start, done[0]) != cudaSuccess || ms < 0)
        return 1;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < n; i++)
            if (pinned[k][i] != i * (k + 2.0f))
                return 2;
    for (int k = 0; k < 2; k++) {
        cudaFreeHost(pinned[k]);
        cudaFree(device[k]);
        cudaStreamDestroy(stream[k]);
        cudaEventDestroy(done[k]);
    }
    return cudaEventDestroy(start) || cudaDeviceSynchronize();
}
