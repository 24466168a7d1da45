#include "cuda_runtime.h"

static float colours[8][16][3];

/* Rows of three channels, of which every pixel but the first arrives in a place of another one. */
int main(void)
{
    static unsigned char pixels[32][64][3];
    struct cudaChannelFormatDesc bytes = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned }, floats = { 32, 32, 32, 32, cudaChannelFormatKindFloat };
    cudaArray_t image, colour;
    cudaMallocArray(&image, &bytes, 64, 32, 0); // site: created
    cudaMallocArray(&colour, &floats, 16, 8, 0);
    cudaMemcpy2DToArray(image, 0, 0, pixels, 64 * 3, 64 * 3, 32, cudaMemcpyHostToDevice); // expect: element-size severity=warning arg=width object=array says=pixels_with_three_channels says=64_pixels_of_3_bytes
    cudaMemcpy2DFromArray(colours, sizeof *colours, colour, 0, 0, sizeof *colours, 8, cudaMemcpyDeviceToHost); // expect: element-size severity=warning arg=width object=array says=16_pixels_of_12_bytes
    cudaFreeArray(image);
    cudaFreeArray(colour);
    return 0;
}
