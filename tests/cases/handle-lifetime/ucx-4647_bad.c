/* Seen: errors 709 and 201 while the communication library cleans up.
 * Was: the application called cudaDeviceReset before.
 * https://github.com/openucx/ucx/pull/4647 */
#include "cuda_runtime.h"

static cudaStream_t stream;
static cudaEvent_t event;

static void library_init(void)
{
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
}

static void library_cleanup(void)
{
    cudaStreamDestroy(stream); // expect: after-reset arg=stream object=stream
    cudaEventDestroy(event);
}

int main(void)
{
    library_init();
    cudaDeviceReset();
    library_cleanup();
    return 0;
}
