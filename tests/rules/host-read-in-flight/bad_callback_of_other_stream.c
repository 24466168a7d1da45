#include "cuda_runtime.h"
#include "copies_and_work.h"

static volatile int sum;
static void look(void *unused) { sum += host[SIZE / 2]; } // expect: host-read-in-flight object=pinned-memory

/* The host function comes after the work of its own stream, not after the copy on the other one. */
int main(void)
{
    copies_and_work();
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, copies); // site: related
    cudaLaunchHostFunc(work, look, 0);
    cudaStreamSynchronize(work);
    cudaDeviceSynchronize();
    return 0;
}
