/* What the calls of the misuse matrix are about: one object of each kind that is alive and one that is gone. */
#ifndef IQ_MISUSE_WORLD_H
#define IQ_MISUSE_WORLD_H

#include "child.h"
#include "cuda_runtime.h"

enum { BYTES = 4096, ROOM = 1 << 16 };
#define HUGE_SIZE ((size_t)1 << 46)
#define NOWHERE ((unsigned long long)-1)

enum kind {
    STREAM, EVENT, CONTEXT, MODULE, LIBRARY, KERNEL_FUNCTION, KERNEL_HANDLE, ARRAY, MIPMAPPED_ARRAY, TEXTURE, SURFACE, TEXREF, GRAPH, GRAPH_NODE,
    GRAPH_EXEC, POOL, LINK_STATE, VMM_HANDLE, USER_OBJECT, DEVICE_MEMORY, MANAGED_MEMORY, PINNED_MEMORY, NO_KIND, KINDS
};
static unsigned long long live[KINDS], gone[KINDS];
static unsigned char host[ROOM], out[ROOM], zero[ROOM];
static void *arguments[4];
static int shadow, unregistered;
KERNEL(fill)

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n.visible .global .align 4 .b8 table[4096];\n"
    ".visible .entry fill(.param .u64 p) { .reg .b64 d; .reg .b32 r; ld.param.u64 d, [p]; mov.u32 r, 7; st.global.u32 [d], r; ret; }\n";

static void nothing(void *user) { (void)user; }

static CUDA_ARRAY3D_DESCRIPTOR array_shape = { 64, 16, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST };
static CUDA_ARRAY_DESCRIPTOR flat_shape = { 64, 16, CU_AD_FORMAT_FLOAT, 1 };
static struct cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
static CUDA_MEMCPY2D copy_2d;
static CUDA_MEMCPY3D copy_3d;
static struct cudaMemcpy3DParms rt_copy_3d;
static CUDA_MEMCPY3D_PEER copy_peer;
static struct cudaMemcpy3DPeerParms rt_copy_peer;
static CUDA_KERNEL_NODE_PARAMS kernel_node;
static struct cudaKernelNodeParams rt_kernel_node;
static CUDA_MEMSET_NODE_PARAMS memset_node;
static struct cudaMemsetParams rt_memset_node;
static CUDA_HOST_NODE_PARAMS host_node = { nothing };
static struct cudaHostNodeParams rt_host_node = { nothing };
static CUDA_RESOURCE_DESC resource, linear, pitched;
static struct cudaResourceDesc rt_resource, rt_linear, rt_pitched;
static CUDA_TEXTURE_DESC texture_shape;
static struct cudaTextureDesc rt_texture_shape;
static CUmemPoolProps pool_shape = { CU_MEM_ALLOCATION_TYPE_PINNED, 0, { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
static CUmemAllocationProp vmm_shape = { CU_MEM_ALLOCATION_TYPE_PINNED, 0, { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
static struct cudaMemPoolProps rt_pool_shape = { cudaMemAllocationTypePinned, 0, { cudaMemLocationTypeDevice, 0 } };
static CUlaunchConfig config = { 1, 1, 1, 1, 1, 1 };
static cudaLaunchConfig_t rt_config = { { 1, 1, 1 }, { 1, 1, 1 } };

/* Does the row need one of them?  To make what it does not takes most of the time on a GPU. */
static bool needs(int first, int second, int third) { return needed & (1ull << first | 1ull << second | 1ull << third); }

static void make_objects(unsigned long long *at)
{
    CUmemAllocationProp prop = vmm_shape;
    if (needs(STREAM, STREAM, STREAM))
        cuStreamCreate((CUstream *)&at[STREAM], CU_STREAM_NON_BLOCKING);
    if (needs(EVENT, EVENT, EVENT))
        cuEventCreate((CUevent *)&at[EVENT], 0);
    if (needs(MODULE, KERNEL_FUNCTION, MODULE)) {
        cuModuleLoadData((CUmodule *)&at[MODULE], ptx);
        cuModuleGetFunction((CUfunction *)&at[KERNEL_FUNCTION], (CUmodule)at[MODULE], "fill");
    }
    if (needs(LIBRARY, KERNEL_HANDLE, LIBRARY)) {
        cuLibraryLoadData((CUlibrary *)&at[LIBRARY], ptx, NULL, NULL, 0, NULL, NULL, 0);
        cuLibraryGetKernel((CUkernel *)&at[KERNEL_HANDLE], (CUlibrary)at[LIBRARY], "fill");
    }
    if (needs(ARRAY, TEXTURE, SURFACE)) {
        cuArray3DCreate((CUarray *)&at[ARRAY], &array_shape);
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = (CUarray)at[ARRAY];
        cuTexObjectCreate((CUtexObject *)&at[TEXTURE], &resource, &texture_shape, NULL);
        cuSurfObjectCreate((CUsurfObject *)&at[SURFACE], &resource);
    }
    if (needs(MIPMAPPED_ARRAY, MIPMAPPED_ARRAY, MIPMAPPED_ARRAY))
        cuMipmappedArrayCreate((CUmipmappedArray *)&at[MIPMAPPED_ARRAY], &array_shape, 2);
    if (needs(TEXREF, TEXREF, TEXREF))
        cuTexRefCreate((CUtexref *)&at[TEXREF]);
    if (needs(GRAPH, GRAPH_NODE, GRAPH_EXEC)) {
        cuGraphCreate((CUgraph *)&at[GRAPH], 0);
        cuGraphAddEmptyNode((CUgraphNode *)&at[GRAPH_NODE], (CUgraph)at[GRAPH], NULL, 0);
        cuGraphInstantiateWithFlags((CUgraphExec *)&at[GRAPH_EXEC], (CUgraph)at[GRAPH], 0);
    }
    if (needs(POOL, POOL, POOL))
        cuMemPoolCreate((CUmemoryPool *)&at[POOL], &pool_shape);
    if (needs(LINK_STATE, LINK_STATE, LINK_STATE))
        cuLinkCreate(0, NULL, NULL, (CUlinkState *)&at[LINK_STATE]);
    if (needs(VMM_HANDLE, VMM_HANDLE, VMM_HANDLE))
        cuMemCreate((CUmemGenericAllocationHandle *)&at[VMM_HANDLE], (size_t)2 << 20, &prop, 0);
    if (needs(USER_OBJECT, USER_OBJECT, USER_OBJECT))
        cuUserObjectCreate((CUuserObject *)&at[USER_OBJECT], host, nothing, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    cuMemAlloc((CUdeviceptr *)&at[DEVICE_MEMORY], BYTES);
    if (needs(MANAGED_MEMORY, MANAGED_MEMORY, MANAGED_MEMORY))
        cuMemAllocManaged((CUdeviceptr *)&at[MANAGED_MEMORY], BYTES, CU_MEM_ATTACH_GLOBAL);
    if (needs(PINNED_MEMORY, PINNED_MEMORY, PINNED_MEMORY))
        cuMemAllocHost((void **)&at[PINNED_MEMORY], BYTES);
}

static void destroy_objects(unsigned long long *at)
{
    if (at[TEXTURE])
        cuTexObjectDestroy(at[TEXTURE]);
    if (at[SURFACE])
        cuSurfObjectDestroy(at[SURFACE]);
    if (at[TEXREF])
        cuTexRefDestroy((CUtexref)at[TEXREF]);
    if (at[GRAPH_EXEC])
        cuGraphExecDestroy((CUgraphExec)at[GRAPH_EXEC]);
    if (at[GRAPH])
        cuGraphDestroy((CUgraph)at[GRAPH]);
    if (at[MIPMAPPED_ARRAY])
        cuMipmappedArrayDestroy((CUmipmappedArray)at[MIPMAPPED_ARRAY]);
    if (at[ARRAY])
        cuArrayDestroy((CUarray)at[ARRAY]);
    if (at[LIBRARY])
        cuLibraryUnload((CUlibrary)at[LIBRARY]);
    if (at[MODULE])
        cuModuleUnload((CUmodule)at[MODULE]);
    if (at[POOL])
        cuMemPoolDestroy((CUmemoryPool)at[POOL]);
    if (at[LINK_STATE])
        cuLinkDestroy((CUlinkState)at[LINK_STATE]);
    if (at[VMM_HANDLE])
        cuMemRelease(at[VMM_HANDLE]);
    if (at[USER_OBJECT])
        cuUserObjectRelease((CUuserObject)at[USER_OBJECT], 1);
    if (at[EVENT])
        cuEventDestroy((CUevent)at[EVENT]);
    if (at[STREAM])
        cuStreamDestroy((CUstream)at[STREAM]);
    cuMemFree(at[DEVICE_MEMORY]);
    if (at[MANAGED_MEMORY])
        cuMemFree(at[MANAGED_MEMORY]);
    if (at[PINNED_MEMORY])
        cuMemFreeHost((void *)at[PINNED_MEMORY]);
}

/* The structs of a valid call; they are written anew for each case, since a call may have changed them. */
static void fill_structs(void)
{
    static void *at;
    at = (void *)live[DEVICE_MEMORY];
    arguments[0] = &at;
    copy_2d = (CUDA_MEMCPY2D){ .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                               .dstDevice = live[DEVICE_MEMORY], .dstPitch = 64, .WidthInBytes = 16, .Height = 4 };
    copy_3d = (CUDA_MEMCPY3D){ .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .srcHeight = 4,
                               .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = live[DEVICE_MEMORY], .dstPitch = 64, .dstHeight = 4,
                               .WidthInBytes = 16, .Height = 4, .Depth = 1 };
    rt_copy_3d = (struct cudaMemcpy3DParms){ .srcPtr = { host, 64, 64, 4 }, .dstPtr = { at, 64, 64, 4 }, .extent = { 16, 4, 1 }, .kind = cudaMemcpyDefault };
    copy_peer = (CUDA_MEMCPY3D_PEER){ .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = live[DEVICE_MEMORY], .srcContext = (CUcontext)live[CONTEXT],
                                      .srcPitch = 64, .srcHeight = 4, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = live[DEVICE_MEMORY] + BYTES / 2,
                                      .dstContext = (CUcontext)live[CONTEXT], .dstPitch = 64, .dstHeight = 4, .WidthInBytes = 16, .Height = 4, .Depth = 1 };
    rt_copy_peer = (struct cudaMemcpy3DPeerParms){ .srcPtr = { at, 64, 64, 4 }, .dstPtr = { (char *)at + BYTES / 2, 64, 64, 4 }, .extent = { 16, 4, 1 } };
    kernel_node = (CUDA_KERNEL_NODE_PARAMS){ (CUfunction)live[KERNEL_FUNCTION], 1, 1, 1, 1, 1, 1, 0, arguments };
    rt_kernel_node = (struct cudaKernelNodeParams){ .func = (void *)fill, .gridDim = { 1, 1, 1 }, .blockDim = { 1, 1, 1 }, .kernelParams = arguments };
    memset_node = (CUDA_MEMSET_NODE_PARAMS){ .dst = live[DEVICE_MEMORY], .value = 1, .elementSize = 4, .width = 16, .height = 1 };
    rt_memset_node = (struct cudaMemsetParams){ .dst = at, .value = 1, .elementSize = 4, .width = 16, .height = 1 };
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = (CUarray)live[ARRAY];
    rt_resource.resType = cudaResourceTypeArray;
    rt_resource.res.array.array = (cudaArray_t)live[ARRAY];
    linear = (CUDA_RESOURCE_DESC){ .resType = CU_RESOURCE_TYPE_LINEAR, .res.linear = { live[DEVICE_MEMORY], CU_AD_FORMAT_FLOAT, 1, 256 } };
    rt_linear = (struct cudaResourceDesc){ .resType = cudaResourceTypeLinear, .res.linear = { at, texel, 256 } };
    pitched = (CUDA_RESOURCE_DESC){ .resType = CU_RESOURCE_TYPE_PITCH2D, .res.pitch2D = { live[DEVICE_MEMORY], CU_AD_FORMAT_FLOAT, 1, 16, 4, 512 } };
    rt_pitched = (struct cudaResourceDesc){ .resType = cudaResourceTypePitch2D, .res.pitch2D = { at, texel, 16, 4, 512 } };
    memset(out, 0, sizeof out);
    memset(zero, 0, sizeof zero);
}

static bool make_world(void)
{
    static void **registered;
    if (cuInit(0) || cuDevicePrimaryCtxRetain((CUcontext *)&live[CONTEXT], 0) || cuCtxSetCurrent((CUcontext)live[CONTEXT]))
        return false;
    if (!registered) {
        registered = test_register_ptx(ptx);
        REGISTER_KERNEL(registered, fill);
        __cudaRegisterVar(registered, (char *)&shadow, "table", "table", 0, BYTES, 0, 0);
        cudaFree(NULL);
    }
    memset(live, 0, CONTEXT * sizeof *live);
    memset(live + MODULE, 0, (KINDS - MODULE) * sizeof *live);
    memset(gone, 0, sizeof gone);
    make_objects(live);
    make_objects(gone);
    destroy_objects(gone);
    fill_structs();
    cudaGetLastError();
    return live[DEVICE_MEMORY] != 0;
}

/* What a call made the device do wrong it does now, not in a later case. */
static int settled(int code)
{
    int late = cuCtxSynchronize();
    return is_sticky(late) && !code ? late : code;
}

static bool is_sticky(int code) { return code == 4 || (code >= 700 && code <= 721) || code == 999 || code == 709; }

#endif
