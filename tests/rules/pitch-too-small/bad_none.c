#include "cuda_runtime.h"

/* Several rows, and a pitch of 0: in copies of the driver, and in a node of a graph. */
int main(void)
{
    static unsigned char host[4096];
    CUdeviceptr memory;
    CUgraph graph;
    CUgraphNode node;
    CUcontext context;
    cudaFree(NULL);
    cuMemAlloc(&memory, sizeof host);
    cuCtxGetCurrent(&context);
    CUDA_MEMCPY2D flat = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = memory, .dstPitch = 64,
                           .WidthInBytes = 16, .Height = 4 };
    CUDA_MEMCPY3D box = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .srcHeight = 4, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = memory, .dstHeight = 4, .WidthInBytes = 16, .Height = 4, .Depth = 1 };
    cuMemcpy2D(&flat);               // expect-soft: pitch-too-small arg=pCopy->srcPitch result=1 says=less_than_the_16_bytes
    cuMemcpy2DAsync(&flat, NULL);    // expect-soft: pitch-too-small arg=pCopy->srcPitch result=1
    cuMemcpy3D(&box);                // expect-soft: pitch-too-small arg=pCopy->dstPitch result=1
    cuGraphCreate(&graph, 0);
    cuGraphAddMemcpyNode(&node, graph, NULL, 0, &box, context); // expect-soft: pitch-too-small arg=copyParams->dstPitch result=1
    return cuGraphDestroy(graph);
}
