/* Forces of pairs are added to both partners without atomic operations. */
#include "mutant.h"

__global__ void forces(const int2 *pairs, int count, const float *place, float *force)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count)
        return;
    int2 pair = pairs[k];
    float f = place[pair.x] - place[pair.y];
    RIGHT(atomicAdd(&force[pair.x], f);) BUG(force[pair.x] += f;)       // site: kernel
    RIGHT(atomicAdd(&force[pair.y], -f);) BUG(force[pair.y] -= f;)      // site: kernel
}

int main()
{
    const int particles = 100, count = 2000;
    std::vector<int2> partners(count);
    for (int k = 0; k < count; k++)
        partners[k] = make_int2(k % particles, (k * 3 + 1) % particles);
    int2 *pairs = upload(partners);
    float *place = upload(numbers<float>(particles)), sum = 0;
    float *force = upload(std::vector<float>(particles, 0));
    forces<<<(count + 127) / 128, 128>>>(pairs, count, place, force);   // expect: kernel-race severity=warning
    finish();
    for (float f : download(force, particles))
        sum += f;
    release(pairs, place, force);
    return verdict(sum == 0);
}
