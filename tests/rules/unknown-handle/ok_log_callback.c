#include "cuda_runtime.h"

static void note(void *unused, CUlogLevel level, char *text, size_t size)
{
    (void)unused, (void)level, (void)text, (void)size;
}

int main(void)
{
    CUlogsCallbackHandle handle;
    return cuInit(0) || cuLogsRegisterCallback(note, NULL, &handle) || cuLogsUnregisterCallback(handle);
}
