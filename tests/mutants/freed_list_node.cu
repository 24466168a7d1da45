/* A list on the device: a node is freed without being taken out. */
#include "mutant.h"

struct node {
    int value;
    node *next;
};

__global__ void sum_list(const node *first, int *out)
{
    int sum = 0;
    for (const node *n = first; n; n = n->next)         // site: kernel
        sum += n->value;                // site: kernel
    *out = sum;
}

int main()
{
    const int count = 9;
    std::vector<node *> nodes(count);
    for (node *&n : nodes)
        OK(cudaMalloc(&n, 4 << 20));
    for (int i = 0; i < count; i++) {
        node here = {i, i + 1 < count ? nodes[i + 1] : nullptr};
        OK(cudaMemcpy(nodes[i], &here, sizeof here, cudaMemcpyHostToDevice));
    }
    int *out = fresh<int>(1);
    BUG(release(nodes[4]);)
    sum_list<<<1, 1>>>(nodes[0], out);  // expect: kernel-use-after-free
    finish();
    RIGHT(release(nodes[4]);)
    int got = download(out, 1)[0];
    for (int i = 0; i < count; i++)
        if (i != 4)
            release(nodes[i]);
    release(out);
    return verdict(got == 36);
}
