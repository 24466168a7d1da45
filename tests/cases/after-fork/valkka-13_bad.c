/* Seen: a worker process cannot use the GPU.
 * Was: the parent only asked for the device before it forked.
 * https://github.com/elsampsa/valkka-live/issues/13 */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_runtime.h"

int main(void)
{
    struct cudaDeviceProp prop;
    cudaStream_t stream;
    cudaGetDeviceProperties(&prop, 0); // site: related
    if (!fork()) {
        cudaStreamCreate(&stream); // expect: after-fork api=cudaStreamCreate result=3
        _exit(0);
    }
    wait(NULL);
    return 0;
}
