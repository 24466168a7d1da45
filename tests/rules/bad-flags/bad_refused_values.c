#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* Values that no driver takes, call by call; ok_refused_values makes the same calls with right ones. */
int main(void)
{
    CUcontext context;
    CUmodule module;
    CUfunction k;
    CUgraph graph;
    CUgraphNode node;
    CUdeviceptr memory;
    CUdevResource resource;
    cudaArray_t array;
    CUexternalSemaphore semaphore;
    CUDA_ARRAY_MEMORY_REQUIREMENTS needs;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    CUexecAffinityParam share[1] = { { .type = CU_EXEC_AFFINITY_TYPE_SM_COUNT } };
    CUDA_KERNEL_NODE_PARAMS launch = { .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1 };
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC from = { .type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 };
    CUlaunchAttributeValue value = { 0 };
    int yes = 1;
    void *argument = &memory;
    cudaFree(NULL);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&k, module, "k");
    cuMemAlloc(&memory, 4096);
    cudaMallocArray(&array, &format, 16, 16, 0);
    cuGraphCreate(&graph, 0);
    launch.func = k;
    launch.kernelParams = &argument;
    cuGraphAddKernelNode(&node, graph, NULL, 0, &launch);
    cuCtxCreate_v3(&context, share, 1, 0, 0);                        // expect: bad-flags arg=paramsArray result=224
    cuDeviceGetDevResource(0, &resource, (CUdevResourceType)7);      // expect: bad-flags arg=type
    cuArrayGetMemoryRequirements(&needs, (CUarray)array, 0);         // expect: bad-flags arg=array
    cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory); // expect: bad-flags arg=attribute
    cuImportExternalSemaphore(&semaphore, &from);                    // expect-soft: bad-flags arg=semHandleDesc->type // expect-real: unknown-handle
    from.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
    from.flags = 0x80;
    cuImportExternalSemaphore(&semaphore, &from);                    // expect: bad-flags arg=semHandleDesc->flags
    value.accessPolicyWindow.base_ptr = (void *)memory;
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.missProp = CU_ACCESS_PROPERTY_PERSISTING;
    cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value);   // expect: bad-flags arg=value->accessPolicyWindow.missProp
    value = (CUlaunchAttributeValue){ .syncPolicy = (CUsynchronizationPolicy)9 };
    cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value); // expect: bad-flags arg=value->syncPolicy
    return 0;
}
