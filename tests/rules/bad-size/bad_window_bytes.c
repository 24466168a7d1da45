#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* The window of the L2 cache: larger than the device's largest one, and a fraction above 1, of a stream and of a kernel node. */
int main(void)
{
    CUmodule module;
    CUfunction k;
    CUgraph graph;
    CUgraphNode node;
    CUlaunchAttributeValue value = { 0 };
    CUDA_KERNEL_NODE_PARAMS launch = { .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1 };
    CUdeviceptr memory;
    void *argument = &memory;
    cudaFree(NULL);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&k, module, "k");
    cuMemAlloc(&memory, 4096);
    launch.func = k;
    launch.kernelParams = &argument;
    cuGraphCreate(&graph, 0);
    cuGraphAddKernelNode(&node, graph, NULL, 0, &launch);
    value.accessPolicyWindow.base_ptr = (void *)memory;
    value.accessPolicyWindow.num_bytes = (size_t)1 << 40;
    cuStreamSetAttribute(NULL, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value);         // expect: bad-size arg=value->accessPolicyWindow.num_bytes
    cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value); // expect: bad-size arg=value->accessPolicyWindow.num_bytes
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.hitRatio = 1.5f;
    cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value); // expect: bad-size arg=value->accessPolicyWindow.hitRatio
    return 0;
}
