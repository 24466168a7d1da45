/* A block for each vector of a batch: the distance of the vectors is one too short, so that they overlap. */
#include "mutant.h"

__global__ void normalize(float *batch, int length)
{
    float *mine = batch + blockIdx.x * (length BUG(- 1));
    for (int i = threadIdx.x; i < length; i += blockDim.x)
        mine[i] = mine[i] * 0.5f;       // site: kernel
}

int main()
{
    const int length = 300, count = 24;
    float *batch = upload(std::vector<float>(length * count, 8));
    normalize<<<count, 128>>>(batch, length);           // expect: kernel-race severity=warning
    finish();
    std::vector<float> got = download(batch, length * count);
    release(batch);
    return verdict(got[0] == 4 && got[length * count - 1] == 4);
}
