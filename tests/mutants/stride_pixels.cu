/* A grey image from one with three bytes a pixel, read with four. */
#include "mutant.h"

__global__ void grey(const unsigned char *colors, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int place = (y * width + x) * RIGHT(3) BUG(4);
    int sum = colors[place] + colors[place + 1] + colors[place + 2];    // site: kernel
    out[y * width + x] = sum / 3;
}

int main()
{
    const int width = 160, height = 90;
    unsigned char *colors = upload(std::vector<unsigned char>(3 * width * height, 30));
    unsigned char *out = fresh<unsigned char>(width * height);
    grey<<<dim3(10, 6), dim3(16, 16)>>>(colors, out, width, height);    // expect: kernel-out-of-bounds
    finish();
    std::vector<unsigned char> got = download(out, width * height);
    release(colors, out);
    return verdict(got[0] == 30 && got[1000] == 30);
}
