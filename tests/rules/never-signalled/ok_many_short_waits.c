// options: --watchdog 0.2
/* Many waits that take longer than the limit together, but none of them alone. */
#include <unistd.h>
#include "cuda_runtime.h"

static void nap(void *unused) { (void)unused; usleep(60000); }

int main(void)
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (int i = 0; i < 10; i++) {
        cudaLaunchHostFunc(stream, nap, NULL);
        if (cudaStreamSynchronize(stream))
            return 1;
    }
    return cudaStreamDestroy(stream);
}
