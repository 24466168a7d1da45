/* Launches the kernels of a PTX file one after the other, each on memory of zeros:
 * launch FILE.ptx LIST.  A line of LIST is: name, blocks, threads of a block.  Kernels that could
 * not be run are named on standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "cuda.h"

enum { BYTES = 1 << 16 };

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = 0;
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 ||
        fseek(file, 0, SEEK_SET))
        return NULL;
    char *text = calloc(1, (size_t)size + 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size)
        text[0] = 0;
    fclose(file);
    return text;
}

static int launch(CUmodule module, CUdeviceptr memory, const char *name, unsigned blocks,
                  unsigned threads)
{
    CUfunction function;
    void *arguments[] = {&memory};
    int error = cuModuleGetFunction(&function, module, name);
    if (!error)
        error = cuMemsetD8(memory, 0, BYTES);
    if (!error)
        error = cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL);
    return error ? error : cuCtxSynchronize();
}

int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr memory;
    char *text = argc > 2 ? text_of(argv[1]) : NULL, name[128];
    FILE *list = argc > 2 ? fopen(argv[2], "r") : NULL;
    unsigned blocks, threads;
    int failed = !text || !list;
    if (failed || cuInit(0) || cuDeviceGet(&device, 0) ||
        cuDevicePrimaryCtxRetain(&context, device) || cuCtxSetCurrent(context) ||
        (failed = cuModuleLoadData(&module, text)) || cuMemAlloc(&memory, BYTES)) {
        printf("error %d\n", failed);
        return 1;
    }
    while (fscanf(list, "%127s %u %u", name, &blocks, &threads) == 3) {
        int error = launch(module, memory, name, blocks, threads);
        if (error)
            printf("%s %d\n", name, error);
        if (error && cuMemsetD8(memory, 0, BYTES))
            return 1;           /* the context is gone */
    }
    return 0;
}
