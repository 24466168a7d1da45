#include "cuda_runtime.h"

/* Pitches that are members of structs, of both sides and of a fill. */
int main(void)
{
    static char host[2048];
    void *d;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaMalloc(&d, 4096);
    struct cudaMemcpy3DParms p = { .srcPtr = { host, 32, 64, 8 }, .dstPtr = { d, 64, 64, 8 }, .extent = { 64, 8, 4 }, .kind = cudaMemcpyHostToDevice };
    cudaMemcpy3D(&p); // expect: pitch-too-small arg=p->srcPtr.pitch result=1
    p.srcPtr.pitch = 64;
    p.dstPtr.pitch = 16;
    cudaMemcpy3D(&p); // expect: pitch-too-small arg=p->dstPtr.pitch result=1
    cudaGraphCreate(&graph, 0);
    struct cudaMemsetParams fill = { .dst = d, .elementSize = 4, .width = 8, .height = 2, .pitch = 8 };
    return cudaGraphAddMemsetNode(&node, graph, NULL, 0, &fill); // expect: pitch-too-small arg=pMemsetParams->pitch
}
