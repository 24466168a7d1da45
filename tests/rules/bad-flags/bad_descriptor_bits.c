#include "cuda_runtime.h"

/* Bits that no flag has, in structs that were not zeroed. */
int main(void)
{
    CUDA_ARRAY3D_DESCRIPTOR shape = { 64, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0x8000 };
    CUDA_TEXTURE_DESC texture = { .flags = 0x7ffffff0 };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_LINEAR };
    CUmipmappedArray levels;
    CUtexObject object;
    CUdeviceptr memory;
    cudaFree(NULL);
    cuMemAlloc(&memory, 4096);
    resource.res.linear.devPtr = memory;
    resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = 4096;
    cuTexObjectCreate(&object, &resource, &texture, NULL); // expect: bad-flags arg=pTexDesc->flags result=1 accepted=none says=0x7fffff80
    shape.Flags = ~0u;
    cuMipmappedArrayCreate(&levels, &shape, 2);            // expect: bad-flags arg=pMipmappedArrayDesc->Flags result=1 accepted=none says=0xfffffe00
    return 0;
}
