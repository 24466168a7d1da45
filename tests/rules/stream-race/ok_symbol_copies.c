#include "cuda_runtime.h"

static const char ptx[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .global .align 4 .b8 table[4096];\n.visible .entry none(){ret;}\n";
static char table[4096];

/* Parts of a variable that two streams use, and all of it behind an event. */
int main(void)
{
    char *in, *out;
    cudaStream_t a, b;
    cudaEvent_t filled;
    void **fatbin = test_register_ptx(ptx);
    __cudaRegisterVar(fatbin, table, "table", "table", 0, sizeof table, 0, 0);
    __cudaRegisterFatBinaryEnd(fatbin);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocHost((void **)&in, 4096);
    cudaMallocHost((void **)&out, 4096);
    cudaMemcpyToSymbolAsync(table, in, 2048, 0, cudaMemcpyHostToDevice, a);
    cudaMemcpyFromSymbolAsync(out, table, 2048, 2048, cudaMemcpyDeviceToHost, b);
    cudaEventCreate(&filled);
    cudaEventRecord(filled, a);
    cudaStreamWaitEvent(b, filled, 0);
    cudaMemcpyFromSymbolAsync(out, table, 4096, 0, cudaMemcpyDeviceToHost, b);
    return cudaDeviceSynchronize();
}
