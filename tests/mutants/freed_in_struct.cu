/* A kernel gets its arrays in a structure, one of which is freed. */
#include "mutant.h"

struct particles {
    float *place, *speed;
    int count;
};

__global__ void move(particles p, float time)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.count)
        p.place[i] += time * p.speed[i];
}

int main()
{
    particles p = {};
    p.count = 500;
    p.place = upload(std::vector<float>(p.count, 1));
    p.speed = upload(std::vector<float>(p.count, 2));
    move<<<4, 128>>>(p, 1);
    finish();
    BUG(release(p.speed);)
    move<<<4, 128>>>(p, 1);             // expect: kernel-use-after-free
    finish();
    RIGHT(release(p.speed);)
    std::vector<float> got = download(p.place, p.count);
    release(p.place);
    return verdict(got[0] == 5 && got[499] == 5);
}
