/* A matrix that is not square is transposed with the stride of the input. */
#include "mutant.h"

__global__ void transpose(const int *in, int *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * RIGHT(height) BUG(width) + y] = in[y * width + x];      // site: kernel
}

int main()
{
    const int width = 100, height = 60;
    int *in = upload(numbers<int>(width * height)), *out = upload(numbers<int>(width * height));
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    transpose<<<grid, block>>>(in, out, width, height); // expect: kernel-out-of-bounds
    finish();
    std::vector<int> got = download(out, width * height);
    release(in, out);
    return verdict(got[0] == 0 && got[1] == 100 % 97);
}
