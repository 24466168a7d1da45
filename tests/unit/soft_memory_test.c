// link: softdev
/* Memory of the software driver: allocation, copies, fills, pinned, managed, pools, mapped
 * addresses. */
#include "soft_world.h"

static char host[1 << 20];

APART(allocation)
{
    world();
    CUdeviceptr a, b, base;
    size_t size, free_before, free_after, total;
    OK(cuMemGetInfo_v2(&free_before, &total));
    OK(cuMemAlloc_v2(&a, 512));
    OK(cuMemAlloc_v2(&b, 512));
    CHECK_INT(b - a, 512);
    OK(cuMemGetAddressRange_v2(&base, &size, a + 100));
    CHECK_INT(base, a);
    CHECK_INT(size, 512);
    GIVES(1, cuMemFree_v2(a + 16));
    OK(cuMemFree_v2(a));
    GIVES(1, cuMemFree_v2(a));
    OK(cuMemFree_v2(0));
    OK(cuMemFree_v2(b));
    OK(cuMemGetInfo_v2(&free_after, &total));
    CHECK_INT(free_before, free_after);
    GIVES(1, cuMemAlloc_v2(&a, 0));
    GIVES(1, cuMemAlloc_v2(NULL, 1));
    GIVES(2, cuMemAlloc_v2(&a, free_after + 1));
    GIVES(2, cuMemAlloc_v2(&a, SIZE_MAX));
    OK(cuMemAlloc_v2(&a, 1 << 20));
    OK(cuMemAlloc_v2(&b, 1 << 20));
    CHECK_INT(b - a, 1 << 20);
    for (int i = 0; i < 3000; i++) { /* many sizes, all free again */
        CUdeviceptr p;
        OK(cuMemAlloc_v2(&p, (size_t)(i * 977 % 300000) + 1));
        OK(cuMemFree_v2(p));
    }
}

APART(linear_copies)
{
    world();
    CUdeviceptr d, e;
    OK(cuMemAlloc_v2(&d, 40));
    OK(cuMemAlloc_v2(&e, 4096));
    for (int i = 0; i < 4096; i++)
        host[i] = (char)i;
    OK(cuMemcpyHtoD_v2(e, host, 4096));
    OK(cuMemcpyDtoD_v2(e + 16, e, 1000));
    OK(cuMemcpyDtoH_v2(host + 8192, e + 16, 1000));
    CHECK(!memcmp(host, host + 8192, 1000));
    GIVES(1, cuMemcpyHtoD_v2(d, host, 41));
    GIVES(1, cuMemcpyDtoH_v2(host, d, 41));
    GIVES(1, cuMemcpyHtoD_v2((CUdeviceptr)(uintptr_t)host, host + 8, 4));
    GIVES(1, cuMemcpyDtoH_v2(host, (CUdeviceptr)(uintptr_t)(host + 8), 4));
    GIVES(1, cuMemcpyHtoD_v2(0, host, 4));
    GIVES(1, cuMemcpyHtoD_v2(d, NULL, 4));
    OK(cuMemcpyHtoD_v2(0, NULL, 0));
    OK(cuMemcpy(d, (CUdeviceptr)(uintptr_t)host, 4));
    OK(cuMemcpy((CUdeviceptr)(uintptr_t)(host + 100), (CUdeviceptr)(uintptr_t)host, 4));
    CHECK_INT(host[103], 3);
    GIVES(1, cuMemcpyHtoD_v2(d, (void *)0x1000, 4));             /* not mapped */
    GIVES(1, cuMemcpyDtoH_v2((void *)(uintptr_t)kernels, d, 4)); /* read-only */
    OK(cuMemFree_v2(d));
    GIVES(1, cuMemcpyHtoD_v2(d, host, 4));
}

static void dereference(void)
{
    CUdeviceptr d;
    world();
    OK(cuMemAlloc_v2(&d, 64));
    printf("%d\n", *(volatile int *)(uintptr_t)d);
}

TEST(host_cannot_dereference)
{
    int status = apart(dereference);
    CHECK(WIFSIGNALED(status) || WEXITSTATUS(status));
}

APART(fills)
{
    world();
    CUdeviceptr d;
    size_t pitch;
    OK(cuMemAllocPitch_v2(&d, &pitch, 100, 10, 4));
    CHECK_INT(pitch, 512);
    OK(cuMemsetD8_v2(d, 1, 5120));
    GIVES(1, cuMemsetD8_v2(d, 1, 5121));
    OK(cuMemsetD2D32_v2(d, pitch, 0x01020304, 25, 10));
    GIVES(1, cuMemsetD2D8_v2(d, pitch, 0, 100, 11));
    GIVES(1, cuMemsetD32_v2(d + 1, 0, 1));
    GIVES(1, cuMemsetD16_v2(d + 1, 0, 1));
    OK(cuMemsetD16_v2(d + 512, 0x1234, 2));
    OK(cuMemcpyDtoH_v2(host, d, 1024));
    CHECK_INT(host[0], 4);
    CHECK_INT(host[99], 1);
    CHECK_INT(host[100], 1);
    CHECK_INT(host[512], 0x34);
    CHECK_INT(host[514], 0x34);
    CHECK_INT(host[516], 4);
    GIVES(1, cuMemsetD8_v2((CUdeviceptr)(uintptr_t)host, 0, 4));
}

APART(boxes)
{
    world();
    CUdeviceptr d;
    CUarray array;
    size_t pitch;
    OK(cuMemAllocPitch_v2(&d, &pitch, 64, 16, 4));
    for (int i = 0; i < 64 * 16; i++)
        host[i] = (char)(i * 7);
    CUDA_MEMCPY2D c = { .srcMemoryType = CU_MEMORYTYPE_HOST,
                        .srcHost = host,
                        .srcPitch = 64,
                        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                        .dstDevice = d,
                        .dstPitch = pitch,
                        .WidthInBytes = 64,
                        .Height = 16 };
    OK(cuMemcpy2D_v2(&c));
    c.Height = 17;
    GIVES(1, cuMemcpy2D_v2(&c));
    c.Height = 16;
    c.srcPitch = 63;
    GIVES(1, cuMemcpy2D_v2(&c));
    CUDA_ARRAY3D_DESCRIPTOR desc = {
        .Width = 16, .Height = 16, .Depth = 4, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1
    };
    OK(cuArray3DCreate_v2(&array, &desc));
    CUDA_MEMCPY3D b = { .srcMemoryType = CU_MEMORYTYPE_DEVICE,
                        .srcDevice = d,
                        .srcPitch = pitch,
                        .srcHeight = 16,
                        .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                        .dstArray = array,
                        .dstZ = 2,
                        .WidthInBytes = 64,
                        .Height = 16,
                        .Depth = 1 };
    OK(cuMemcpy3D_v2(&b));
    CUDA_MEMCPY3D back = { .srcMemoryType = CU_MEMORYTYPE_ARRAY,
                           .srcArray = array,
                           .srcZ = 2,
                           .dstMemoryType = CU_MEMORYTYPE_HOST,
                           .dstHost = host + 4096,
                           .dstPitch = 64,
                           .WidthInBytes = 64,
                           .Height = 16,
                           .Depth = 1 };
    OK(cuMemcpy3D_v2(&back));
    CHECK(!memcmp(host, host + 4096, 64 * 16));
    back.Depth = 3;
    back.dstHeight = 16;
    GIVES(1, cuMemcpy3D_v2(&back));
    back.Depth = 0;
    OK(cuMemcpy3D_v2(&back));
    b.dstArray = NULL;
    GIVES(400, cuMemcpy3D_v2(&b));
    OK(cuArrayDestroy(array));
    GIVES(400, cuArrayDestroy(array));
    desc.NumChannels = 3;
    GIVES(1, cuArray3DCreate_v2(&array, &desc));
}

APART(host_memory)
{
    world();
    void *p;
    CUdeviceptr d;
    unsigned flags;
    OK(cuMemHostAlloc(&p, 10000, 0));
    OK(cuMemHostGetDevicePointer_v2(&d, p, 0));
    CHECK_INT(d, (uintptr_t)p);
    OK(cuMemHostGetFlags(&flags, p));
    OK(cuMemsetD8_v2(d, 5, 10000));
    CHECK_INT(((char *)p)[9999], 5);
    GIVES(1, cuMemFree_v2(d));
    GIVES(1, cuMemHostUnregister(p));
    GIVES(1, cuMemHostRegister_v2(p, 4096, 0));
    OK(cuMemFreeHost(p));
    GIVES(1, cuMemFreeHost(p));
    OK(cuMemFreeHost(NULL));
    OK(cuMemHostRegister_v2(host + 3, 5000, 0));
    GIVES(712, cuMemHostRegister_v2(host + 3, 5000, 0));
    GIVES(712, cuMemHostRegister_v2(host, 100, 0));
    GIVES(1, cuMemHostUnregister(host + 4));
    OK(cuMemHostUnregister(host + 3));
    GIVES(713, cuMemHostUnregister(host + 3));
    GIVES(1, cuMemHostRegister_v2(host, 0, 0));
    OK(cuMemHostAlloc(&p, 0, 0));
}

APART(managed_memory)
{
    world();
    CUdeviceptr d;
    bool managed = false;
    int type = 0, where[2];
    OK(cuMemAllocManaged(&d, 4096, CU_MEM_ATTACH_GLOBAL));
    *(int *)(uintptr_t)d = 5;
    unsigned n = 1, v = 9;
    OK(launch(kernel("fill"), 1, 32, NULL, (void *[]){ &d, &n, &v }));
    OK(cuCtxSynchronize());
    CHECK_INT(*(int *)(uintptr_t)d, 9);
    OK(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, d));
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d + 5));
    CHECK_INT(managed, 1);
    CHECK_INT(type, CU_MEMORYTYPE_DEVICE);
    OK(cuMemAdvise(d, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
    OK(cuMemPrefetchAsync(d, 4096, 0, NULL));
    OK(cuMemRangeGetAttribute(where, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, d, 4096));
    CHECK_INT(where[0], 0);
    GIVES(1, cuMemAdvise(d, 4097, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
    OK(cuMemFree_v2(d));
}

APART(pointer_attributes)
{
    world();
    CUdeviceptr d, device = 0;
    CUmemorytype type = 0;
    CUcontext ctx;
    int ordinal = 5;
    CUpointer_attribute which[] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL };
    void *data[] = { &type, &device, &ordinal };
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuPointerGetAttributes(3, which, data, d + 8));
    CHECK_INT(type, CU_MEMORYTYPE_DEVICE);
    CHECK_INT(device, d + 8);
    CHECK_INT(ordinal, 0);
    OK(cuPointerGetAttribute(&ctx, CU_POINTER_ATTRIBUTE_CONTEXT, d));
    OK(cuPointerGetAttributes(3, which, data, (CUdeviceptr)(uintptr_t)host));
    CHECK_INT(type, 0);
    CHECK_INT(ordinal, -2);
    GIVES(1, cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                   (CUdeviceptr)(uintptr_t)host));
    GIVES(1, cuPointerGetAttribute(&type, (CUpointer_attribute)99, d));
}

APART(pools)
{
    world();
    CUmemoryPool pool, own;
    CUdeviceptr p;
    cuuint64_t used;
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    GIVES(1, cuMemPoolDestroy(pool));
    OK(cuMemAllocAsync(&p, 4096, NULL));
    OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    CHECK_INT(used, 4096);
    OK(cuMemFreeAsync(p, NULL));
    GIVES(1, cuMemFreeAsync(p, NULL));
    GIVES(1, cuMemsetD8Async(p, 0, 1, NULL));
    OK(cuCtxSynchronize());
    OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    CHECK_INT(used, 0);
    CUmemPoolProps props = { .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                             .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    OK(cuMemPoolCreate(&own, &props));
    OK(cuMemAllocFromPoolAsync(&p, 100, own, NULL));
    OK(cuMemPoolDestroy(own));
    OK(cuMemsetD8_v2(p, 0, 100));
    OK(cuMemFree_v2(p));
    GIVES(1, cuMemPoolTrimTo(own, 0));
}

APART(mapped_addresses)
{
    world();
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    CUmemAccessDesc access = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
                               CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemGenericAllocationHandle one, two;
    CUdeviceptr at;
    size_t grain;
    OK(cuMemGetAllocationGranularity(&grain, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    OK(cuMemAddressReserve(&at, 4 * grain, 0, 0, 0));
    OK(cuMemCreate(&one, grain, &prop, 0));
    OK(cuMemCreate(&two, grain, &prop, 0));
    GIVES(1, cuMemcpyHtoD_v2(at, host, 4));
    OK(cuMemMap(at, grain, 0, one, 0));
    OK(cuMemMap(at + grain, grain, 0, two, 0));
    OK(cuMemMap(at + 3 * grain, grain, 0, one, 0)); /* the first one again */
    GIVES(1, cuMemMap(at, grain, 0, two, 0));
    GIVES(1, cuMemcpyHtoD_v2(at, host, 4)); /* no access yet */
    OK(cuMemSetAccess(at, 2 * grain, &access, 1));
    OK(cuMemSetAccess(at + 3 * grain, grain, &access, 1));
    memset(host, 'x', sizeof host);
    OK(cuMemcpyHtoD_v2(at + grain - 100, host, 200)); /* over both */
    GIVES(1, cuMemcpyHtoD_v2(at + 2 * grain - 100, host, 200));
    OK(cuMemcpyDtoH_v2(host + 1000, at + 3 * grain + grain - 4, 4));
    CHECK_INT(host[1000], 'x');
    OK(cuMemUnmap(at, 2 * grain));
    OK(cuMemUnmap(at + 3 * grain, grain));
    /* reserved and not mapped: nothing to do, as hardware says */
    OK(cuMemUnmap(at, grain));
    OK(cuMemRelease(one));
    OK(cuMemRelease(two));
    GIVES(1, cuMemRelease(two));
    OK(cuMemAddressFree(at, 4 * grain));
    GIVES(1, cuMemAddressFree(at, 4 * grain));
}

/* Work in front of a stream-ordered free may use the memory, work behind it may not. */
APART(freed_in_stream_order)
{
    world();
    CUdeviceptr p, other;
    unsigned n = 32, v = 1;
    CUfunction fill = kernel("fill");
    OK(cuMemAlloc_v2(&other, 64));
    for (int i = 0; i < 100; i++) {
        OK(cuMemAllocAsync(&p, 128, NULL));
        OK(launch(fill, 1, 32, NULL, (void *[]){ &p, &n, &v }));
        OK(cuMemFreeAsync(p, NULL));
        GIVES(1, cuMemcpyDtoD_v2(other, p, 4));
    }
    OK(cuCtxSynchronize());
    CHECK_INT(seen_faults, 0);
}

/* A copy that the current device makes with memory of another one: whoever frees that memory waits
 * for it. */
APART(freed_behind_a_peer_copy)
{
    enum { BYTES = 1 << 20 };
    CUcontext ctx[2];
    CUdevice device[2];
    setenv("INQUEST_SOFT_DEVICES", "2", 1);
    OK(cuInit(0));
    for (int k = 0; k < 2; k++) {
        OK(cuDeviceGet(&device[k], k));
        OK(cuDevicePrimaryCtxRetain(&ctx[k], device[k]));
    }
    for (unsigned round = 0; round < 60; round++) {
        CUdeviceptr a, b;
        CUstream stream;
        unsigned n = BYTES / 4, value = round, seen[2] = { 0, 0 };
        OK(cuCtxSetCurrent(ctx[0]));
        OK(cuMemAlloc_v2(&a, BYTES));
        OK(launch(kernel("fill"), BYTES / 1024, 256, NULL, (void *[]){ &a, &n, &value }));
        OK(cuCtxSetCurrent(ctx[1]));
        OK(cuMemAlloc_v2(&b, BYTES));
        OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
        if (round & 1) {
            /* behind the kernel of the other device */
            OK(cuMemcpyPeer(b, ctx[1], a, ctx[0], BYTES));
        } else {
            OK(cuCtxSetCurrent(ctx[0]));
            OK(cuCtxSynchronize());
            OK(cuCtxSetCurrent(ctx[1]));
            OK(cuMemcpyPeerAsync(b, ctx[1], a, ctx[0], BYTES, stream));
        }
        OK(cuMemFree_v2(a));
        OK(cuCtxSynchronize());
        OK(cuMemcpyDtoH_v2(&seen[0], b, 4));
        OK(cuMemcpyDtoH_v2(&seen[1], b + BYTES - 4, 4));
        CHECK_INT(seen[0], round);
        CHECK_INT(seen[1], round);
        OK(cuStreamDestroy_v2(stream));
        OK(cuMemFree_v2(b));
    }
}

/* As measured on an H200, driver 580.159: copies that have one offset stay in the first row. */
APART(copies_to_arrays_stay_in_a_row)
{
    world();
    CUarray lines, line;
    CUdeviceptr device;
    OK(cuMemAlloc_v2(&device, 4096));
    OK(cuArrayCreate_v2(&lines, &(CUDA_ARRAY_DESCRIPTOR){ 32, 8, CU_AD_FORMAT_FLOAT, 1 }));
    OK(cuArrayCreate_v2(&line, &(CUDA_ARRAY_DESCRIPTOR){ 256, 0, CU_AD_FORMAT_FLOAT, 1 }));
    OK(cuMemcpyHtoA_v2(lines, 0, host, 128));
    OK(cuMemcpyHtoA_v2(lines, 64, host, 64));
    GIVES(1, cuMemcpyHtoA_v2(lines, 0, host, 132));
    GIVES(1, cuMemcpyHtoA_v2(lines, 128, host, 128));
    GIVES(1, cuMemcpyAtoH_v2(host, lines, 0, 1024));
    GIVES(1, cuMemcpyDtoA_v2(lines, 124, device, 8));
    GIVES(1, cuMemcpyAtoD_v2(device, lines, 128, 4));
    GIVES(1, cuMemcpyAtoA_v2(line, 0, lines, 0, 132));
    OK(cuMemcpyAtoA_v2(line, 128, lines, 0, 128));
    OK(cuMemcpyHtoA_v2(line, 0, host, 1024));
}

/* Likewise: memory of a graph is there for calls from a launch to its end. */
APART(memory_of_graphs)
{
    world();
    for (int freed = 0; freed < 2; freed++) {
        CUgraph graph;
        CUgraphExec exec;
        CUgraphNode made, gone;
        CUDA_MEM_ALLOC_NODE_PARAMS params = {
            .poolProps = { .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                           .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } },
            .bytesize = 4096
        };
        unsigned type;
        OK(cuGraphCreate(&graph, 0));
        OK(cuGraphAddMemAllocNode(&made, graph, NULL, 0, &params));
        if (freed)
            OK(cuGraphAddMemFreeNode(&gone, graph, &made, 1, params.dptr));
        OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
        GIVES(1, cuMemcpyDtoH_v2(host, params.dptr, 64));
        OK(cuGraphLaunch(exec, NULL));
        GIVES(freed, cuMemcpyDtoHAsync_v2(host, params.dptr + 64, 64, NULL));
        GIVES(freed, cuMemsetD8Async(params.dptr, 0, 64, NULL));
        OK(cuStreamSynchronize(NULL));
        GIVES(freed, cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, params.dptr));
        GIVES(freed, cuMemFree_v2(params.dptr));
        GIVES(1, cuMemcpyHtoD_v2(params.dptr, host, 64));
        OK(cuGraphExecDestroy(exec));
        OK(cuGraphDestroy(graph));
    }
}
