#include "cuda.h"

/* More rows than there are. */
int main(void)
{
    CUDA_RESOURCE_DESC from = { .resType = CU_RESOURCE_TYPE_PITCH2D };
    CUDA_TEXTURE_DESC how = { .flags = 0 };
    CUtexObject texture;
    CUdeviceptr p;
    test_context();
    cuMemAlloc(&p, 256 * 16);                   // site: created
    from.res.pitch2D.devPtr = p;
    from.res.pitch2D.format = CU_AD_FORMAT_FLOAT;
    from.res.pitch2D.numChannels = 1;
    from.res.pitch2D.width = 64;
    from.res.pitch2D.height = 1 << 15;
    from.res.pitch2D.pitchInBytes = 256;
    cuTexObjectCreate(&texture, &from, &how, NULL);     // expect-soft: region-overflow arg=pResDesc->res.pitch2D.height object=device-memory result=1 // expect-real: region-overflow arg=pResDesc->res.pitch2D.height object=device-memory severity=warning
    return cuMemFree(p);
}
