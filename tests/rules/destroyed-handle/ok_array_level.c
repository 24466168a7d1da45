/* The handle of a mipmap level may have the value of an array that was destroyed before. */
#include "cuda_runtime.h"

#define CHECK(call) do { if (call) return 1; } while (0)

static float host[64];

int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaExtent extent = { 8, 8, 0 };
    for (int round = 0; round < 8; round++) {
        cudaArray_t arrays[8], level;
        cudaMipmappedArray_t mipmap;
        for (int k = 0; k < 8; k++)
            CHECK(cudaMallocArray(&arrays[k], &format, 8, 8, 0));
        for (int k = 0; k < 8; k++)
            CHECK(cudaFreeArray(arrays[k]));
        CHECK(cudaMallocMipmappedArray(&mipmap, &format, extent, 4, 0));
        for (unsigned k = 0; k < 4; k++) {
            CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, k));
            CHECK(cudaMemcpy2DToArray(level, 0, 0, host, 4, 4, 1, cudaMemcpyHostToDevice));
        }
        CHECK(cudaFreeMipmappedArray(mipmap));
    }
    return 0;
}
