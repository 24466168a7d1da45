/* Nodes of graphs: their parameters in the runtime's form and in the driver's. */
#include "softrt/softrt.h"

typedef const cudaGraphNode_t *nodes_t;

/* Where a node goes: the first four arguments of every cudaGraphAdd call. */
struct place {
    cudaGraphNode_t *out;
    cudaGraph_t graph;
    nodes_t nodes;
    size_t count;
};
#define PLACE_PARAMS cudaGraphNode_t *out, cudaGraph_t graph, nodes_t nodes, size_t count
#define PLACE ((struct place){ out, graph, nodes, count })

static CUcontext current(void)
{
    CUcontext context = NULL;

    (void)iq_drv.CtxGetCurrent(&context);
    return context;
}

/* Kernels. */
static int kernel_in(const struct cudaKernelNodeParams *in, CUDA_KERNEL_NODE_PARAMS *out)
{
    CUkernel kernel = NULL;
    int code;

    if (!in)
        return cudaErrorInvalidValue;
    code = iq_rt_kernel(in->func, &kernel);
    *out = (CUDA_KERNEL_NODE_PARAMS){ .gridDimX = in->gridDim.x,
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

static void *host_function(const CUDA_KERNEL_NODE_PARAMS *in)
{
    const void *handle = in->kern ? (const void *)in->kern : (const void *)in->func;
    const struct iq_rt_symbol *symbol = iq_rt_symbol_by_kernel(handle);

    return symbol ? (void *)(uintptr_t)symbol->host : (void *)(uintptr_t)handle;
}

static int kernel_out(cudaGraphNode_t node, struct cudaKernelNodeParams *out)
{
    CUDA_KERNEL_NODE_PARAMS in;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    memset(&in, 0, sizeof in);
    code = (int)iq_drv.GraphKernelNodeGetParams(node, &in);
    if (code == 0)
        *out = (struct cudaKernelNodeParams){ host_function(&in),
                                              { in.gridDimX, in.gridDimY, in.gridDimZ },
                                              { in.blockDimX, in.blockDimY, in.blockDimZ },
                                              in.sharedMemBytes,
                                              in.kernelParams,
                                              in.extra };
    return code;
}

static int add_kernel(struct place p, const struct cudaKernelNodeParams *in)
{
    CUDA_KERNEL_NODE_PARAMS made;
    int code = kernel_in(in, &made);

    return code == 0 ? (int)iq_drv.GraphAddKernelNode(p.out, p.graph, p.nodes, p.count, &made)
                     : code;
}

static int set_kernel(cudaGraphExec_t exec, cudaGraphNode_t node,
                      const struct cudaKernelNodeParams *in)
{
    CUDA_KERNEL_NODE_PARAMS made;
    int code = kernel_in(in, &made);

    if (code != 0)
        return code;
    return (int)(exec ? iq_drv.GraphExecKernelNodeSetParams(exec, node, &made)
                      : iq_drv.GraphKernelNodeSetParams(node, &made));
}

#define NEED(handle, call) ((handle) ? (int)(call) : (int)cudaErrorInvalidValue)
IQ_RT_CTX(cudaGraphAddKernelNode, (PLACE_PARAMS, const struct cudaKernelNodeParams *params),
          add_kernel(PLACE, params))
IQ_RT_CTX(cudaGraphKernelNodeGetParams, (cudaGraphNode_t node, struct cudaKernelNodeParams *params),
          kernel_out(node, params))
IQ_RT_CTX(cudaGraphKernelNodeSetParams,
          (cudaGraphNode_t node, const struct cudaKernelNodeParams *params),
          set_kernel(NULL, node, params))
IQ_RT_CTX(cudaGraphExecKernelNodeSetParams,
          (cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *params),
          NEED(exec, set_kernel(exec, node, params)))
IQ_RT_CTX(cudaGraphKernelNodeCopyAttributes, (cudaGraphNode_t dst, cudaGraphNode_t src),
          iq_drv.GraphKernelNodeCopyAttributes(dst, src))
IQ_RT_CTX(cudaGraphKernelNodeGetAttribute,
          (cudaGraphNode_t node, cudaLaunchAttributeID which, cudaLaunchAttributeValue *value),
          iq_drv.GraphKernelNodeGetAttribute(node, (CUlaunchAttributeID)which,
                                             (CUlaunchAttributeValue *)(void *)value))
IQ_RT_CTX(cudaGraphKernelNodeSetAttribute,
          (cudaGraphNode_t node, cudaLaunchAttributeID which,
           const cudaLaunchAttributeValue *value),
          iq_drv.GraphKernelNodeSetAttribute(node, (CUlaunchAttributeID)which,
                                             (const CUlaunchAttributeValue *)(const void *)value))

/* Copies.  One dimension and symbols are turned into the general form. */
struct line {
    void *dst;
    const void *src;
    size_t count;
    int kind;
};

static struct cudaMemcpy3DParms of_line(struct line l)
{
    return (struct cudaMemcpy3DParms){ .srcPtr = { (void *)(uintptr_t)l.src, l.count, l.count, 1 },
                                       .dstPtr = { l.dst, l.count, l.count, 1 },
                                       .extent = { l.count, 1, 1 },
                                       .kind = (enum cudaMemcpyKind)l.kind };
}

struct symbol_line {
    const void *symbol;
    void *host;
    size_t count, offset;
    int kind;
    bool to;
};

static int resolve(struct symbol_line s, struct line *out)
{
    CUdeviceptr address = 0;
    size_t size = 0, end;
    int code;

    if (!(s.to ? iq_rt_to_symbol_kind(s.kind) : iq_rt_from_symbol_kind(s.kind)))
        return cudaErrorInvalidMemcpyDirection;
    code = iq_rt_variable(s.symbol, &address, &size);
    if (code != 0)
        return code;
    if (__builtin_add_overflow(s.count, s.offset, &end) || end > size)
        return cudaErrorInvalidValue;
    *out = s.to ? (struct line){ iq_hptr(address + s.offset), s.host, s.count, s.kind }
                : (struct line){ s.host, iq_hptr(address + s.offset), s.count, s.kind };
    return 0;
}

/* A node for [params]: new at [place], or changed in [exec], or changed in its graph. */
static int copy_node(const struct place *place, cudaGraphExec_t exec, cudaGraphNode_t node,
                     const struct cudaMemcpy3DParms *params)
{
    CUDA_MEMCPY3D copy;
    int code = params ? iq_rt_copy3d(params, &copy) : (int)cudaErrorInvalidValue;

    if (code != 0)
        return code;
    if (place)
        return (int)iq_drv.GraphAddMemcpyNode(place->out, place->graph, place->nodes, place->count,
                                              &copy, current());
    return (int)(exec ? iq_drv.GraphExecMemcpyNodeSetParams(exec, node, &copy, current())
                      : iq_drv.GraphMemcpyNodeSetParams(node, &copy));
}

static int line_node(const struct place *place, cudaGraphExec_t exec, cudaGraphNode_t node,
                     struct line line)
{
    struct cudaMemcpy3DParms params = of_line(line);

    return copy_node(place, exec, node, &params);
}

static int symbol_node(const struct place *place, cudaGraphExec_t exec, cudaGraphNode_t node,
                       struct symbol_line symbol)
{
    struct line line;
    int code = resolve(symbol, &line);

    return code == 0 ? line_node(place, exec, node, line) : code;
}

static int copy_params(cudaGraphNode_t node, struct cudaMemcpy3DParms *out)
{
    CUDA_MEMCPY3D copy;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    memset(&copy, 0, sizeof copy);
    code = (int)iq_drv.GraphMemcpyNodeGetParams(node, &copy);
    if (code == 0)
        iq_rt_copy3d_back(&copy, out);
    return code;
}

#define LINE ((struct line){ dst, src, bytes, (int)kind })
#define TO ((struct symbol_line){ symbol, (void *)(uintptr_t)src, bytes, offset, (int)kind, true })
#define FROM ((struct symbol_line){ symbol, dst, bytes, offset, (int)kind, false })
#define LINE_PARAMS void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind
#define TO_PARAMS \
    const void *symbol, const void *src, size_t bytes, size_t offset, enum cudaMemcpyKind kind
#define FROM_PARAMS \
    void *dst, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind
#define EXEC_PARAMS cudaGraphExec_t exec, cudaGraphNode_t node
IQ_RT_CTX(cudaGraphAddMemcpyNode, (PLACE_PARAMS, const struct cudaMemcpy3DParms *params),
          copy_node(&PLACE, NULL, NULL, params))
IQ_RT_CTX(cudaGraphAddMemcpyNode1D, (PLACE_PARAMS, LINE_PARAMS),
          line_node(&PLACE, NULL, NULL, LINE))
IQ_RT_CTX(cudaGraphAddMemcpyNodeToSymbol, (PLACE_PARAMS, TO_PARAMS),
          symbol_node(&PLACE, NULL, NULL, TO))
IQ_RT_CTX(cudaGraphAddMemcpyNodeFromSymbol, (PLACE_PARAMS, FROM_PARAMS),
          symbol_node(&PLACE, NULL, NULL, FROM))
IQ_RT_CTX(cudaGraphMemcpyNodeGetParams, (cudaGraphNode_t node, struct cudaMemcpy3DParms *params),
          copy_params(node, params))
IQ_RT_CTX(cudaGraphMemcpyNodeSetParams,
          (cudaGraphNode_t node, const struct cudaMemcpy3DParms *params),
          copy_node(NULL, NULL, node, params))
IQ_RT_CTX(cudaGraphMemcpyNodeSetParams1D, (cudaGraphNode_t node, LINE_PARAMS),
          line_node(NULL, NULL, node, LINE))
IQ_RT_CTX(cudaGraphMemcpyNodeSetParamsToSymbol, (cudaGraphNode_t node, TO_PARAMS),
          symbol_node(NULL, NULL, node, TO))
IQ_RT_CTX(cudaGraphMemcpyNodeSetParamsFromSymbol, (cudaGraphNode_t node, FROM_PARAMS),
          symbol_node(NULL, NULL, node, FROM))
IQ_RT_CTX(cudaGraphExecMemcpyNodeSetParams, (EXEC_PARAMS, const struct cudaMemcpy3DParms *params),
          NEED(exec, copy_node(NULL, exec, node, params)))
IQ_RT_CTX(cudaGraphExecMemcpyNodeSetParams1D, (EXEC_PARAMS, LINE_PARAMS),
          NEED(exec, line_node(NULL, exec, node, LINE)))
IQ_RT_CTX(cudaGraphExecMemcpyNodeSetParamsToSymbol, (EXEC_PARAMS, TO_PARAMS),
          NEED(exec, symbol_node(NULL, exec, node, TO)))
IQ_RT_CTX(cudaGraphExecMemcpyNodeSetParamsFromSymbol, (EXEC_PARAMS, FROM_PARAMS),
          NEED(exec, symbol_node(NULL, exec, node, FROM)))

/* Memory sets. */
_Static_assert(sizeof(CUDA_MEMSET_NODE_PARAMS) == sizeof(struct cudaMemsetParams),
               "passed on as it is");

static const CUDA_MEMSET_NODE_PARAMS *set_in(const struct cudaMemsetParams *params)
{
    return (const CUDA_MEMSET_NODE_PARAMS *)(const void *)params;
}

IQ_RT_CTX(cudaGraphAddMemsetNode, (PLACE_PARAMS, const struct cudaMemsetParams *params),
          NEED(params,
               iq_drv.GraphAddMemsetNode(out, graph, nodes, count, set_in(params), current())))
IQ_RT_CTX(cudaGraphMemsetNodeGetParams, (cudaGraphNode_t node, struct cudaMemsetParams *params),
          iq_drv.GraphMemsetNodeGetParams(node, (CUDA_MEMSET_NODE_PARAMS *)(void *)params))
IQ_RT_CTX(cudaGraphMemsetNodeSetParams,
          (cudaGraphNode_t node, const struct cudaMemsetParams *params),
          iq_drv.GraphMemsetNodeSetParams(node, set_in(params)))
IQ_RT_CTX(cudaGraphExecMemsetNodeSetParams, (EXEC_PARAMS, const struct cudaMemsetParams *params),
          NEED(exec, iq_drv.GraphExecMemsetNodeSetParams(exec, node, set_in(params), current())))

/* Host functions. */
_Static_assert(sizeof(CUDA_HOST_NODE_PARAMS) == sizeof(struct cudaHostNodeParams),
               "passed on as it is");

static const CUDA_HOST_NODE_PARAMS *host_in(const struct cudaHostNodeParams *params)
{
    return (const CUDA_HOST_NODE_PARAMS *)(const void *)params;
}

IQ_RT_CTX(cudaGraphAddHostNode, (PLACE_PARAMS, const struct cudaHostNodeParams *params),
          iq_drv.GraphAddHostNode(out, graph, nodes, count, host_in(params)))
IQ_RT_CTX(cudaGraphHostNodeGetParams, (cudaGraphNode_t node, struct cudaHostNodeParams *params),
          iq_drv.GraphHostNodeGetParams(node, (CUDA_HOST_NODE_PARAMS *)(void *)params))
IQ_RT_CTX(cudaGraphHostNodeSetParams,
          (cudaGraphNode_t node, const struct cudaHostNodeParams *params),
          iq_drv.GraphHostNodeSetParams(node, host_in(params)))
IQ_RT_CTX(cudaGraphExecHostNodeSetParams, (EXEC_PARAMS, const struct cudaHostNodeParams *params),
          iq_drv.GraphExecHostNodeSetParams(exec, node, host_in(params)))

/* The rest has the same parameters on both sides. */
IQ_RT_CTX(cudaGraphAddEmptyNode, (PLACE_PARAMS), iq_drv.GraphAddEmptyNode(out, graph, nodes, count))
IQ_RT_CTX(cudaGraphAddChildGraphNode, (PLACE_PARAMS, cudaGraph_t child),
          iq_drv.GraphAddChildGraphNode(out, graph, nodes, count, child))
IQ_RT_CTX(cudaGraphChildGraphNodeGetGraph, (cudaGraphNode_t node, cudaGraph_t *out),
          iq_drv.GraphChildGraphNodeGetGraph(node, out))
IQ_RT_CTX(cudaGraphExecChildGraphNodeSetParams, (EXEC_PARAMS, cudaGraph_t child),
          iq_drv.GraphExecChildGraphNodeSetParams(exec, node, child))
IQ_RT_CTX(cudaGraphAddEventRecordNode, (PLACE_PARAMS, cudaEvent_t event),
          iq_drv.GraphAddEventRecordNode(out, graph, nodes, count, event))
IQ_RT_CTX(cudaGraphEventRecordNodeGetEvent, (cudaGraphNode_t node, cudaEvent_t *out),
          iq_drv.GraphEventRecordNodeGetEvent(node, out))
IQ_RT_CTX(cudaGraphEventRecordNodeSetEvent, (cudaGraphNode_t node, cudaEvent_t event),
          iq_drv.GraphEventRecordNodeSetEvent(node, event))
IQ_RT_CTX(cudaGraphExecEventRecordNodeSetEvent, (EXEC_PARAMS, cudaEvent_t event),
          iq_drv.GraphExecEventRecordNodeSetEvent(exec, node, event))
IQ_RT_CTX(cudaGraphAddEventWaitNode, (PLACE_PARAMS, cudaEvent_t event),
          iq_drv.GraphAddEventWaitNode(out, graph, nodes, count, event))
IQ_RT_CTX(cudaGraphEventWaitNodeGetEvent, (cudaGraphNode_t node, cudaEvent_t *out),
          iq_drv.GraphEventWaitNodeGetEvent(node, out))
IQ_RT_CTX(cudaGraphEventWaitNodeSetEvent, (cudaGraphNode_t node, cudaEvent_t event),
          iq_drv.GraphEventWaitNodeSetEvent(node, event))
IQ_RT_CTX(cudaGraphExecEventWaitNodeSetEvent, (EXEC_PARAMS, cudaEvent_t event),
          iq_drv.GraphExecEventWaitNodeSetEvent(exec, node, event))

_Static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(struct cudaMemAllocNodeParams),
               "passed on as it is");

static int add_alloc(struct place p, struct cudaMemAllocNodeParams *params)
{
    CUDA_MEM_ALLOC_NODE_PARAMS plain;
    int code;

    if (!params)
        return cudaErrorInvalidValue;
    memcpy(&plain, params, sizeof plain);
    if (iq_rt_version() < 12000)
        plain.poolProps.maxSize = 0, plain.poolProps.usage = 0;
    code = (int)iq_drv.GraphAddMemAllocNode(p.out, p.graph, p.nodes, p.count, &plain);
    params->dptr = iq_hptr(plain.dptr);
    return code;
}

IQ_RT_CTX(cudaGraphAddMemAllocNode, (PLACE_PARAMS, struct cudaMemAllocNodeParams *params),
          add_alloc(PLACE, params))
IQ_RT_CTX(cudaGraphMemAllocNodeGetParams,
          (cudaGraphNode_t node, struct cudaMemAllocNodeParams *params),
          iq_drv.GraphMemAllocNodeGetParams(node, (CUDA_MEM_ALLOC_NODE_PARAMS *)(void *)params))
IQ_RT_CTX(cudaGraphAddMemFreeNode, (PLACE_PARAMS, void *pointer),
          iq_drv.GraphAddMemFreeNode(out, graph, nodes, count, iq_dptr(pointer)))
IQ_RT_CTX(cudaGraphMemFreeNodeGetParams, (cudaGraphNode_t node, void *out),
          iq_drv.GraphMemFreeNodeGetParams(node, out))
