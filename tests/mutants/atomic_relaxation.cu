/* Shortest paths: several edges lead to a node, and each stores the distance it knows. */
#include "mutant.h"

__global__ void relax(const int *from, const int *to, int edges, const int *old, int *distance)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    int way = old[from[e]] + 1;
    RIGHT(atomicMin(&distance[to[e]], way);)
    BUG(if (way < distance[to[e]]) distance[to[e]] = way;)      // site: kernel
}

int main()
{
    const int nodes = 40, edges = 800;
    std::vector<int> a(edges), b(edges), start(nodes);
    for (int e = 0; e < edges; e++) {
        a[e] = e * 13 % nodes;
        b[e] = e * 7 / 3 % nodes;
    }
    for (int n = 0; n < nodes; n++)
        start[n] = n ? 100 + n : 0;
    int *from = upload(a), *to = upload(b), *old = upload(start), *distance = upload(start);
    for (int round = 0; round < 3; round++) {
        relax<<<(edges + 127) / 128, 128>>>(from, to, edges, old, distance);    // expect: kernel-race severity=warning
        OK(cudaMemcpy(old, distance, nodes * sizeof(int), cudaMemcpyDeviceToDevice));
    }
    finish();
    int got = download(distance, nodes)[0];
    release(from, to, old, distance);
    return verdict(got == 0);
}
