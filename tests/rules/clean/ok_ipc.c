#include "cuda_runtime.h"
#include "two_processes.h"

/* The parent's memory is filled by the child, between events of both. */
static int child(void)
{
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t ready;
    cudaEvent_t event;
    cudaStream_t stream;
    void *at, *again;
    take(&memory, sizeof memory);
    take(&ready, sizeof ready);
    if (cudaIpcOpenMemHandle(&at, memory, cudaIpcMemLazyEnablePeerAccess) || cudaIpcOpenMemHandle(&again, memory, cudaIpcMemLazyEnablePeerAccess) ||
        cudaIpcOpenEventHandle(&event, ready))
        return 2;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamWaitEvent(stream, event, 0);
    cudaMemsetAsync(at, 5, 4096, stream);
    cudaEventRecord(event, stream);
    meet();
    meet();
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    return cudaIpcCloseMemHandle(again) || cudaIpcCloseMemHandle(at);
}

int main(void)
{
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t ready;
    cudaEvent_t event;
    void *at;
    unsigned char bytes[4096];
    if (split())
        return child();
    cudaMalloc(&at, 4096);
    cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming);
    cudaIpcGetMemHandle(&memory, at);
    cudaIpcGetEventHandle(&ready, event);
    cudaMemset(at, 1, 4096);
    cudaEventRecord(event, 0);
    give(&memory, sizeof memory);
    give(&ready, sizeof ready);
    meet();
    cudaEventSynchronize(event);
    cudaMemcpy(bytes, at, 4096, cudaMemcpyDeviceToHost);
    meet();
    int status = join();
    cudaFree(at);
    cudaEventDestroy(event);
    return status || bytes[0] != 5 || bytes[4095] != 5;
}
