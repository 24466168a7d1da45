/* Seen: "driver shutting down" behind an error message.
 * Was: exit() in the middle of the program runs the handlers and destructors.
 * https://github.com/AlexeyAB/darknet/issues/1829 */
// exit: 1
#include "cuda_runtime.h"

static void *weights;

__attribute__((destructor)) static void cleanup(void)
{
    cudaFree(weights); // expect: exit-order api=cudaFree severity=warning result=4 arg=devPtr object=device-memory
}

int main(void)
{
    cudaMalloc(&weights, 4096);
    if (!getenv("NO_SUCH_VARIABLE"))
        exit(1);
    return 0;
}
