/* Seen: copies of images are right for bytes and fail for floats.
 * Was: the pitch of the host image was given in elements, the width in bytes.
 * https://github.com/alicevision/AliceVision/pull/480 */
#include "cuda_runtime.h"

enum { WIDTH = 64, HEIGHT = 16 };

int main(void)
{
    static float image[HEIGHT][WIDTH];
    void *device;
    size_t pitch;
    cudaMallocPitch(&device, &pitch, WIDTH * sizeof(float), HEIGHT);
    cudaMemcpy2D(device, pitch, image, WIDTH, WIDTH * sizeof(float), HEIGHT, cudaMemcpyHostToDevice); // expect: pitch-too-small arg=spitch result=12
    cudaFree(device);
    return 0;
}
