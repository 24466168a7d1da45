#include <string.h>

#include "cuda_runtime.h"

/* The other process has not sent its handle yet. */
int main(void)
{
    cudaEvent_t event;
    cudaIpcEventHandle_t handle;
    memset(&handle, 0, sizeof handle);
    return cudaIpcOpenEventHandle(&event, handle); // expect: unknown-handle arg=handle says=is_not_the_handle_of_an_event
}
