#include "cuda_runtime.h"

static void destroy(void *object) { }

/* Calls with one flag that must be given. */
int main(void)
{
    cudaUserObject_t object;
    cudaIpcMemHandle_t handle;
    void *data, *opened;
    cudaMalloc(&data, 256);
    cudaIpcGetMemHandle(&handle, data);
    cudaUserObjectCreate(&object, NULL, destroy, 1, 0);         // expect: bad-flags arg=flags result=1
    cudaIpcOpenMemHandle(&opened, handle, 0);                   // expect: bad-flags arg=flags result=1
    return cudaFree(data);
}
