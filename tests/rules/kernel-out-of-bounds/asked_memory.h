/* A program that asks all there is to ask about its memory, for the options that add room to it. */
#include "test_kernels.h"

static int ask(CUdeviceptr p, size_t size)
{
    CUdeviceptr base = 0, start = 0;
    size_t range = 0, whole = 0;
    CUmemorytype type = 0;
    CUcontext context = NULL, current = NULL;
    void *data[] = { &start, &whole, &type, &context };
    CUpointer_attribute names[] = { CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_CONTEXT };
    cuCtxGetCurrent(&current);
    if (cuMemGetAddressRange(&base, &range, p + size - 1) || base != p || range != size)
        return 1;
    if (cuPointerGetAttributes(4, names, data, p + size / 2) || start != p || whole != size || type != CU_MEMORYTYPE_DEVICE || context != current)
        return 2;
    return p % 256 ? 3 : 0;
}

/* 0, or the number of the answer that is wrong; *lost: bytes of the device that did not come back. */
static int ask_all(size_t *lost)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 10, v = 7, host[10];
    size_t pitch = 0, before = 0, after = 0, total = 0;
    CUdeviceptr p = 0, q = 0, many[40];
    CUcontext context;
    if (cuMemAlloc(&p, 40)) /* what a device sets up for its first kernel stays */
        return 1;
    LAUNCH(f, 1, 32, 0, &p, &n, &v);
    if (cuCtxSynchronize() || cuMemFree(p))
        return 1;
    cuMemGetInfo(&before, &total);
    if (cuMemAlloc(&p, 40) || ask(p, 40) || cuMemAllocPitch(&q, &pitch, 100, 7, 4) || pitch < 100 || ask(q, pitch * 7))
        return 1;
    for (int i = 0; i < 40; i++)
        if (cuMemAlloc(&many[i], 3000000) || cuMemsetD8(many[i], 1, 3000000))
            return 2;
    LAUNCH(f, 1, 32, 0, &p, &n, &v);
    if (cuMemcpyDtoH(host, p, 40) || host[9] != 7 || cuMemsetD2D8(q, pitch, 0, 100, 7))
        return 3;
    for (int i = 0; i < 40; i++)
        if (cuMemFree(many[i]))
            return 4;
    if (cuMemFreeAsync(p, NULL) || cuMemFree(q))        /* which takes any memory */
        return 5;
    cuStreamSynchronize(NULL);
    cuMemGetInfo(&after, &total);
    *lost = before > after ? before - after : 0;
    if (cuCtxCreate(&context, NULL, 0, 0) || cuMemAlloc(&p, 4096) || cuCtxDestroy(context))
        return 7;
    return 0;
}
