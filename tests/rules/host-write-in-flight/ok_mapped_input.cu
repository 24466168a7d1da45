// Mapped inputs that the host prepares before the launch, two in turns with an event each, and parts that the kernel does not read.
#include <cuda_runtime.h>

__global__ void add(const int *in, int *out) { out[threadIdx.x] += in[threadIdx.x]; }

int main()
{
    enum { N = 256 };
    int *in[2], *out, bad = 0;
    cudaEvent_t done[2];
    cudaHostAlloc((void **)&out, 2 * N * sizeof *out, cudaHostAllocMapped);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost((void **)&in[i], 2 * N * sizeof *in[i]);
        cudaEventCreate(&done[i]);
    }
    for (int i = 0; i < 2 * N; i++)
        out[i] = 0;
    for (int turn = 0; turn < 6; turn++) {
        int now = turn % 2;
        if (turn > 1)
            cudaEventSynchronize(done[now]);
        for (int i = 0; i < N; i++)
            in[now][i] = turn;
        add<<<1, N>>>(in[now], out);
        cudaEventRecord(done[now]);
        for (int i = N; i < 2 * N; i++)
            in[now][i] = out[i] = turn;
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        bad += out[i] != 15 || out[N + i] != 5;
    cudaFreeHost(out);
    cudaFreeHost(in[0]);
    cudaFreeHost(in[1]);
    return bad;
}
