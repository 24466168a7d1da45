#include <string.h>

#include "cuda_runtime.h"
#include "cuda.h"

static char host[4096];

int main(void)
{
    void *d;
    struct cudaMemcpy3DParms p;
    CUDA_MEMCPY2D copy;
    cudaMalloc(&d, 4096);
    memset(&p, 0, sizeof p);
    p.dstPtr.ptr = d;
    p.dstPtr.pitch = p.dstPtr.xsize = p.srcPtr.pitch = 64;
    p.dstPtr.ysize = p.srcPtr.ysize = 4;
    p.extent.width = 64;
    p.extent.height = 4;
    p.extent.depth = 1;
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p); // expect: null-pointer arg=p->srcPtr result=1
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcPitch = copy.dstPitch = copy.WidthInBytes = 64;
    copy.Height = 2;
    cuMemcpy2D(&copy); // expect: null-pointer arg=pCopy->dstDevice result=1
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    cuMemcpy2D(&copy); // expect: null-handle arg=pCopy->dstArray
    cudaFree(d);
    return 0;
}
