/* Nodes of any type through one call: the union of the runtime turned into the driver's. */
#include "softrt/softrt.h"

static CUcontext current(void)
{
    CUcontext context = NULL;

    (void)iq_drv.CtxGetCurrent(&context);
    return context;
}

static int kernel_in(const struct cudaKernelNodeParamsV2 *in, CUDA_KERNEL_NODE_PARAMS_v3 *out)
{
    CUkernel kernel = NULL;
    int code = iq_rt_kernel(in->func, &kernel);

    *out = (CUDA_KERNEL_NODE_PARAMS_v3){ .gridDimX = in->gridDim.x,
                                         .gridDimY = in->gridDim.y,
                                         .gridDimZ = in->gridDim.z,
                                         .blockDimX = in->blockDim.x,
                                         .blockDimY = in->blockDim.y,
                                         .blockDimZ = in->blockDim.z,
                                         .sharedMemBytes = in->sharedMemBytes,
                                         .kernelParams = in->kernelParams,
                                         .extra = in->extra };
    if (iq_rt_symbol_find(in->func))
        out->kern = kernel;
    else
        out->func = (CUfunction)(void *)kernel;
    return code;
}

static int special_in(const struct cudaGraphNodeParams *in, CUgraphNodeParams *out)
{
    switch (in->type) {
    case cudaGraphNodeTypeKernel: return kernel_in(&in->kernel, &out->kernel);
    case cudaGraphNodeTypeMemcpy:
        out->memcpy.flags = in->memcpy.flags;
        out->memcpy.copyCtx = current();
        return iq_rt_copy3d(&in->memcpy.copyParams, &out->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        memcpy(&out->memset, &in->memset, sizeof in->memset);
        out->memset.ctx = current();
        return 0;
    case cudaGraphNodeTypeConditional:
        memcpy(&out->conditional, &in->conditional, sizeof in->conditional);
        out->conditional.ctx = current();
        return 0;
    default: /* alike on both sides */
        memcpy(out->reserved1, in->reserved1, sizeof out->reserved1);
        return 0;
    }
}

_Static_assert(sizeof(CUgraphNodeParams) == sizeof(struct cudaGraphNodeParams),
               "the unions have the same size");

static int params_in(const struct cudaGraphNodeParams *in, CUgraphNodeParams *out)
{
    if (!in)
        return cudaErrorInvalidValue;
    memset(out, 0, sizeof *out);
    out->type = (CUgraphNodeType)in->type;
    return special_in(in, out);
}

/* What the driver answers in the parameters: the address of an allocation, the graphs of a
 * condition. */
static void params_back(const CUgraphNodeParams *in, struct cudaGraphNodeParams *out)
{
    if (out->type == cudaGraphNodeTypeMemAlloc)
        out->alloc.dptr = iq_hptr(in->alloc.dptr);
    if (out->type == cudaGraphNodeTypeConditional)
        out->conditional.phGraph_out = in->conditional.phGraph_out;
}

struct any {
    cudaGraphNode_t *out;
    cudaGraph_t graph;
    const cudaGraphNode_t *nodes;
    const cudaGraphEdgeData *data;
    size_t count;
    struct cudaGraphNodeParams *params;
};

static int add_any(struct any a)
{
    CUgraphNodeParams plain;
    int code = params_in(a.params, &plain);

    if (code == 0)
        code = (int)iq_drv.GraphAddNode(a.out, a.graph, a.nodes,
                                        (const CUgraphEdgeData *)(const void *)a.data, a.count,
                                        &plain);
    if (code == 0)
        params_back(&plain, a.params);
    return code;
}

/* (out, graph, nodes, count, params) until 12, (out, graph, nodes, data, count, params) since
 * 13. */
static int add_by_version(struct any a)
{
    if (iq_rt_version() < 13000) {
        a.params = (struct cudaGraphNodeParams *)(uintptr_t)a.count;
        a.count = (size_t)(uintptr_t)a.data;
        a.data = NULL;
    }
    return add_any(a);
}

static int set_any(cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaGraphNodeParams *params)
{
    CUgraphNodeParams plain;
    int code = params_in(params, &plain);

    if (code != 0)
        return code;
    return (int)(exec ? iq_drv.GraphExecNodeSetParams(exec, node, &plain)
                      : iq_drv.GraphNodeSetParams(node, &plain));
}

#define ANY_PARAMS                                                           \
    (cudaGraphNode_t * out, cudaGraph_t graph, const cudaGraphNode_t *nodes, \
     const cudaGraphEdgeData *data, size_t count, struct cudaGraphNodeParams *params)
#define ANY ((struct any){ out, graph, nodes, data, count, params })
IQ_RT_CTX(cudaGraphAddNode, ANY_PARAMS, add_by_version(ANY))
IQ_RT_CTX(cudaGraphAddNode_v2, ANY_PARAMS, add_any(ANY))
IQ_RT_CTX(cudaGraphNodeSetParams, (cudaGraphNode_t node, struct cudaGraphNodeParams *params),
          set_any(NULL, node, params))
IQ_RT_CTX(cudaGraphExecNodeSetParams,
          (cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaGraphNodeParams *params),
          exec ? set_any(exec, node, params) : (int)cudaErrorInvalidValue)
