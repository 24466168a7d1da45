#include <string.h>

#include "cuda_runtime.h"

static float host[16 * 16 * 17];

int main(void)
{
    cudaArray_t array;
    struct cudaMemcpy3DParms p;
    struct cudaExtent extent = { 16, 16, 16 };
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaMalloc3DArray(&array, &format, extent, 0); // site: created
    memset(&p, 0, sizeof p);
    p.srcPtr.ptr = host;
    p.srcPtr.pitch = 64;
    p.srcPtr.xsize = p.srcPtr.ysize = 16;
    p.dstArray = array;
    p.extent = extent;
    p.extent.depth = 17;
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p); // expect: region-overflow arg=p->extent.depth object=array result=1
    p.dstPos.z = 15;
    p.extent.depth = 2;
    cudaMemcpy3D(&p); // expect: region-overflow arg=p->extent.depth object=array result=1 says=at_most_1_slice_from
    cudaFreeArray(array);
    return 0;
}
