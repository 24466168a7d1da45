// link: softcode stubs_cuda ptx image
/* What a linker is given, linked images of our own among it: added, completed, loaded, unloaded.  Bytes that begin with 'L' stand behind
 * the mark of linked images. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "iq_cuda_protos.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MARK = 16 };

/* How an image begins that the linker itself makes. */
static void read_mark(char mark[MARK])
{
    static const char one[] = ".version 8.0\n.target sm_50\n.address_size 64\n.visible .entry a() { ret; }\n";
    static const char two[] = ".version 8.0\n.target sm_50\n.address_size 64\n.visible .entry b() { ret; }\n";
    CUlinkState state;
    CUcontext ctx;
    void *image;
    size_t bytes = 0;
    if (cuInit(0) || cuCtxCreate_v2(&ctx, 0, 0) || cuLinkCreate_v2(0, NULL, NULL, &state))
        abort();
    cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)one, sizeof one, "a", 0, NULL, NULL);
    cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)two, sizeof two, "b", 0, NULL, NULL);
    if (cuLinkComplete(state, &image, &bytes) || bytes < MARK)
        abort();
    memcpy(mark, image, MARK);
    cuLinkDestroy(state);
}

static void link_and_load(void *bytes, size_t size)
{
    CUlinkState state;
    CUmodule module;
    void *image;
    size_t image_size;
    char log[256];
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { log, (void *)sizeof log };
    if (cuLinkCreate_v2(2, options, values, &state))
        abort();
    for (int k = 0; k < 2; k++)
        if (!cuLinkAddData_v2(state, k ? CU_JIT_INPUT_OBJECT : CU_JIT_INPUT_PTX, bytes, size, "fuzz", 0, NULL, NULL) && !k &&
            !cuLinkComplete(state, &image, &image_size) && !cuModuleLoadData(&module, image))
            cuModuleUnload(module);
    cuLinkDestroy(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char mark[MARK];
    if (!*mark)
        read_mark(mark);
    bool marked = size && data[0] == 'L';
    size_t front = marked ? MARK : 0, total = size - marked + front;
    char *bytes = malloc(total + 1);
    memcpy(bytes, mark, front);
    memcpy(bytes + front, data + marked, size - marked);
    if (total)
        link_and_load(bytes, total);
    free(bytes);
    return 0;
}
