#include "cuda_runtime.h"

/* Width and height have changed places, in a copy and in a memset. */
int main(void)
{
    enum { WIDTH = 100, HEIGHT = 40 };
    static float host[WIDTH * HEIGHT];
    float *image;
    size_t pitch;
    cudaMallocPitch((void **)&image, &pitch, WIDTH * sizeof *image, HEIGHT);
    cudaMemcpy2D(image, pitch, host, WIDTH * sizeof *host, HEIGHT, WIDTH * sizeof *host, cudaMemcpyHostToDevice); // expect: region-overflow arg=height says=room_for_40_rows_of_400_bytes
    cudaMemset2D(image, pitch, 0, HEIGHT, WIDTH * sizeof *host); // expect: region-overflow says=pass_400_for_the_bytes_of_a_row,_and_40
    cudaMemset2D(image, pitch, 0, WIDTH * sizeof *image, HEIGHT + 1); // expect: region-overflow unsaid=changed_places
    cudaFree(image);
    return 0;
}
