#include "cuda_runtime.h"

/* Boxes that leave their memory or array in depth, height and width; one element of a batch. */
int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    static char host[65536];
    cudaArray_t array, small;
    cudaStream_t s;
    void *d;
    cudaMalloc(&d, 1024);
    cudaStreamCreate(&s);
    cudaMalloc3DArray(&array, &format, (struct cudaExtent){ 16, 8, 4 }, 0);
    cudaMallocArray(&small, &format, 16, 4, 0);
    struct cudaMemcpy3DParms p = { .srcPtr = { host, 64, 64, 4 }, .dstPtr = { d, 64, 64, 4 }, .extent = { 64, 4, 8 }, .kind = cudaMemcpyHostToDevice };
    cudaMemcpy3D(&p); // expect: region-overflow arg=p->extent.depth object=device-memory
    p.extent = (struct cudaExtent){ 64, 32, 1 };
    cudaMemcpy3D(&p); // expect: region-overflow arg=p->extent.height object=device-memory
    struct cudaMemcpy3DParms q = { .srcPtr = { host, 64, 64, 8 }, .dstArray = array, .extent = { 64, 8, 4 }, .kind = cudaMemcpyHostToDevice };
    cudaMemcpy3D(&q); // expect: region-overflow arg=p->extent.width object=array
    cudaMemcpy2DArrayToArray(small, 0, 0, array, 0, 0, 64, 8, cudaMemcpyDeviceToDevice); // expect: region-overflow arg=height object=array
    struct cudaMemcpy3DBatchOp op = { .src = { .type = cudaMemcpyOperandTypePointer }, .dst = { .type = cudaMemcpyOperandTypePointer }, .extent = { 64, 4, 8 },
                                      .srcAccessOrder = cudaMemcpySrcAccessOrderStream };
    op.src.op.ptr.ptr = host;
    op.dst.op.ptr.ptr = d;
    return cudaMemcpy3DBatchAsync(1, &op, 0, s); // expect: region-overflow arg=opList[0].extent.depth object=device-memory
}
