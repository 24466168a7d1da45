/* Seen: the plugin works for one image and fails for batches.
 * Was: the offset of image i was computed in bytes and added to a float pointer.
 * https://github.com/NVIDIA/TensorRT/pull/441 */
#include "cuda_runtime.h"

enum { FLOATS = 75, IMAGES = 4, BYTES = FLOATS * 4, TAIL = 64 };

int main(void)
{
    static float image[FLOATS];
    float *batch;
    cudaMalloc((void **)&batch, IMAGES * BYTES + TAIL); // site: created
    for (int i = 0; i < 2; i++)
        cudaMemcpy(batch + i * BYTES, image, BYTES, cudaMemcpyHostToDevice); // expect: range-overflow arg=count object=device-memory
    cudaFree(batch);
    return 0;
}
