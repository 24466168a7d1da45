#include <string.h>

#include "cuda_runtime.h"
#include "copies_and_work.h"

/* It is the C library that writes, on a thread of the driver's. */
static void produce(void *unused) { memset(host, 3, 4096); } // expect: host-write-in-flight object=pinned-memory

int main(void)
{
    copies_and_work();
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, copies); // site: related
    cudaLaunchHostFunc(work, produce, 0);
    cudaStreamSynchronize(work);
    cudaDeviceSynchronize();
    return 0;
}
