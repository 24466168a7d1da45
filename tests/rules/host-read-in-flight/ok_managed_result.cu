// A sum in managed memory is read after a wait for its stream, for an event, for the device, and through a copy; what a kernel might write, but does not, is read at once.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *from, int n, int *to, int *error)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += from[i];
    if (n > 1000)
        *error = 1;
    *to = sum;
}

int main()
{
    int *from, *to, *error, copy = 0, bad = 0;
    cudaStream_t work;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMallocManaged(&from, 64 * sizeof *from);
    cudaMallocManaged(&to, sizeof *to);
    cudaMallocManaged(&error, sizeof *error);
    for (int turn = 0; turn < 20; turn++) {
        for (int i = 0; i < 64; i++)
            from[i] = i + turn;
        *to = -1;
        *error = 0;
        total<<<1, 1, 0, work>>>(from, 64, to, error);
        bad += *error;
        cudaEventRecord(event, work);
        if (turn % 4 == 0)
            cudaStreamSynchronize(work);
        else if (turn % 4 == 1)
            cudaEventSynchronize(event);
        else if (turn % 4 == 2)
            while (cudaEventQuery(event) == cudaErrorNotReady)
                ;
        else
            cudaMemcpyAsync(&copy, to, sizeof copy, cudaMemcpyDefault, work), cudaDeviceSynchronize();
        bad += *to != 64 * 63 / 2 + 64 * turn || (turn % 4 == 3 && copy != *to);
    }
    printf("%d\n", bad);
    cudaFree(from);
    cudaFree(to);
    cudaFree(error);
    return bad;
}
