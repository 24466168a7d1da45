#include "cuda_runtime.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry fill(.param .u64 p) { ret; }\n";

/* Numbers that a driver takes for sizes and counts; the software device lets some of them through. */
int main(void)
{
    CUmodule module;
    CUfunction fill;
    CUtexref reference;
    CUdeviceptr memory;
    int blocks, threads;
    unsigned capabilities[4];
    char log[1];
    size_t room = sizeof log;
    cudaFree(NULL);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&fill, module, "fill");
    cuTexRefCreate(&reference);
    cuMemAlloc(&memory, 4096);
    cuOccupancyMaxPotentialBlockSize(&blocks, &threads, fill, NULL, 0, -1); // expect-real: bad-size arg=blockSizeLimit
    cuTexRefSetAddress_v2(NULL, reference, memory, (size_t)1 << 46);           // expect-real: bad-size arg=bytes
    cuTexRefSetAddressMode(reference, 7, CU_TR_ADDRESS_MODE_WRAP);          // expect-real: bad-size arg=dim
    cuLogsDumpToMemory(NULL, log, &room, 0);                                // expect-real: bad-size arg=size
    return 0;
}
