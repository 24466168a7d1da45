#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

static void never(void *unused) { (void)unused; }

/* The calls of bad_refused_numbers and bad_window_bytes, with right counts and sizes. */
int main(void)
{
    CUmodule module;
    CUfunction k;
    CUgraph graph;
    CUgraphNode node, kernel;
    CUuserObject object;
    CUdeviceptr memory;
    cudaMipmappedArray_t mipmap;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    CUstreamBatchMemOpParams operation = { 0 };
    CUDA_BATCH_MEM_OP_NODE_PARAMS batch = { .count = 1, .paramArray = &operation };
    CUlaunchAttributeValue value = { 0 };
    int devices[1] = { 0 }, blocks, threads;
    void *argument = &memory;
    size_t bytes;
    char name[64];
    int failed = cudaSetValidDevices(devices, 1);
    failed |= cudaFree(NULL) || cuCtxGetCurrent(&batch.ctx) || cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&k, module, "k") || cuMemAlloc(&memory, 4096);
    failed |= cudaMallocMipmappedArray(&mipmap, &format, (struct cudaExtent){ 16, 16, 0 }, 3, 0) || cudaFreeMipmappedArray(mipmap);
    failed |= cuOccupancyAvailableDynamicSMemPerBlock(&bytes, k, 1, 32) || cuOccupancyMaxPotentialBlockSize(&blocks, &threads, k, NULL, 0, 0);
    failed |= cuGraphCreate(&graph, 0) || cuUserObjectCreate(&object, devices, never, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    failed |= cuGraphRetainUserObject(graph, object, 1, 0) || cuGraphReleaseUserObject(graph, object, 1) || cuUserObjectRelease(object, 1);
    failed |= cudaDeviceSetLimit(cudaLimitStackSize, 2048) || cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 2048) || cuDeviceGetName(name, sizeof name, 0);
    operation.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    operation.writeValue.address = memory;
    failed |= cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &batch);
    CUDA_KERNEL_NODE_PARAMS launch = { .func = k, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1, .kernelParams = &argument };
    failed |= cuGraphAddKernelNode(&kernel, graph, NULL, 0, &launch);
    value.accessPolicyWindow.base_ptr = (void *)memory;
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = CU_ACCESS_PROPERTY_PERSISTING;
    value.accessPolicyWindow.missProp = CU_ACCESS_PROPERTY_STREAMING;
    failed |= cuGraphKernelNodeSetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value);
    failed |= cuStreamSetAttribute(NULL, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value);
    failed |= cuGraphDestroy(graph) || cuMemFree(memory) || cuModuleUnload(module);
    return failed;
}
