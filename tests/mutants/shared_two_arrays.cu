/* Two arrays share the dynamic memory, which is large enough for one. */
#include "mutant.h"

__global__ void best(const float *values, int *where)
{
    extern __shared__ float most[];
    int *place = (int *)(most + blockDim.x);
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    most[t] = values[i];
    place[t] = i;                       // site: kernel
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half && most[t + half] > most[t]) {
            most[t] = most[t + half];
            place[t] = place[t + half];
        }
        __syncthreads();
    }
    if (t == 0)
        where[blockIdx.x] = place[0];   // site: kernel
}

int main()
{
    const int block = 128, blocks = 4;
    float *values = upload(numbers<float>(block * blocks));
    int *where = fresh<int>(blocks);
    best<<<blocks, block, block * RIGHT(2 *) sizeof(float)>>>(values, where);   // expect: kernel-shared-out-of-bounds
    finish();
    std::vector<int> got = download(where, blocks);
    release(values, where);
    return verdict(got[0] == 96);
}
