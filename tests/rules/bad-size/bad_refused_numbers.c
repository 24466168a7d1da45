#include <fcntl.h>

#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

static void never(void *unused) { (void)unused; }

/* Counts and sizes that no driver takes, call by call; ok_refused_numbers makes the same calls with right ones. */
int main(void)
{
    CUcontext context;
    CUmodule module;
    CUfunction k;
    CUgraph graph;
    CUgraphNode node;
    CUuserObject object;
    CUexternalMemory memory;
    CUdevResourceDesc description;
    CUdevResource resources[1] = { { 0 } };
    CUDA_BATCH_MEM_OP_NODE_PARAMS batch = { .count = 0 };
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC from = { .type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD, .handle = { .fd = open("/dev/null", O_RDWR) }, .size = 0 };
    int devices[2] = { 0 };
    size_t bytes;
    cudaFree(NULL);
    cuCtxGetCurrent(&context);
    batch.ctx = context;
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&k, module, "k");
    cuGraphCreate(&graph, 0);
    cuUserObjectCreate(&object, devices, never, 2, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    cuDevResourceGenerateDesc(&description, resources, 0);                              // expect: bad-size arg=nbResources contained=1
    cuOccupancyAvailableDynamicSMemPerBlock(&bytes, k, 99, 32);                         // expect: bad-size arg=numBlocks
    cuGraphRetainUserObject(graph, object, 0, 0);                                       // expect: bad-size arg=count
    cuGraphReleaseUserObject(graph, object, 0);                                         // expect: bad-size arg=count
    cuImportExternalMemory(&memory, &from);                                             // expect: bad-size arg=memHandleDesc->size
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 0);                                     // expect-soft: bad-size arg=value
    cudaSetValidDevices(devices, -1);                                                   // expect: bad-size arg=len
    cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &batch);                            // expect-soft: bad-size arg=nodeParams->count
    return 0;
}
