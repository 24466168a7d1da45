// link: softdev
/* Conditional nodes of graphs; what they answer is what an H100 answered. */
#include "soft_world.h"

static const char setters[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".extern .func cudaGraphSetConditional(.param .b64 h, .param .b32 v);\n"
    /* *p += v, and the condition becomes p[1]; 0 for h: none */
    ".visible .entry step(.param .u64 p, .param .u32 v, .param .u64 h) { .reg .b64 d<3>; .reg .b32 r<4>; .reg .pred q;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [v]; ld.param.u64 d1, [h]; ld.global.u32 r1, [d0]; add.u32 r1, r1, r0; st.global.u32 [d0], r1;\n"
    " setp.eq.u64 q, d1, 0; @q bra out; ld.global.u32 r2, [d0+4]; setp.ge.u32 q, r1, 5; @!q bra go; and.b32 r2, r2, 0x7fffffff;\n"
    "go: { .param .b64 a; .param .b32 b; st.param.b64 [a], d1; st.param.b32 [b], r2; call cudaGraphSetConditional, (a, b); }\nout: ret; }\n";

static CUcontext ctx;
static CUfunction step;
static CUdeviceptr words; /* sum, next value of the condition */

static void begin(void)
{
    CUmodule module;
    ctx = world();
    OK(cuModuleLoadData(&module, setters));
    OK(cuModuleGetFunction(&step, module, "step"));
    OK(cuMemAlloc_v2(&words, 8));
}

static CUgraphNode add(CUgraph graph, unsigned value, CUgraphConditionalHandle handle,
                       const CUgraphNode *behind)
{
    CUgraphNode node = NULL;
    void *args[] = { &words, &value, &handle };
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_KERNEL };
    params.kernel = (CUDA_KERNEL_NODE_PARAMS_v3){ .func = step,
                                                  .gridDimX = 1,
                                                  .gridDimY = 1,
                                                  .gridDimZ = 1,
                                                  .blockDimX = 1,
                                                  .blockDimY = 1,
                                                  .blockDimZ = 1,
                                                  .kernelParams = args };
    OK(cuGraphAddNode_v2(&node, graph, behind, NULL, behind != NULL, &params));
    return node;
}

static CUresult branch(CUgraphNode *node, CUgraph graph, CUgraphConditionalHandle handle,
                       CUgraphConditionalNodeType type, unsigned size, const CUgraphNode *behind,
                       CUgraph *bodies)
{
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_CONDITIONAL };
    params.conditional =
        (CUDA_CONDITIONAL_NODE_PARAMS){ .handle = handle, .type = type, .size = size, .ctx = ctx };
    CUresult r = cuGraphAddNode_v2(node, graph, behind, NULL, behind != NULL, &params);
    for (unsigned i = 0; !r && i < size; i++)
        bodies[i] = params.conditional.phGraph_out[i];
    return r;
}

/* Sum after a launch, with [next] for what kernels set. */
static unsigned run(CUgraphExec exec, unsigned next)
{
    unsigned both[2] = { 0, next };
    OK(cuMemcpyHtoD_v2(words, both, sizeof both));
    OK(cuGraphLaunch(exec, NULL));
    OK(cuCtxSynchronize());
    OK(cuMemcpyDtoH_v2(both, words, sizeof both));
    return both[0];
}

APART(either_or)
{
    CUgraph graph, bodies[2];
    CUgraphConditionalHandle handle;
    CUgraphNode first, node, behind;
    CUgraphExec exec, other;
    begin();
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphConditionalHandleCreate(&handle, graph, ctx, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    first = add(graph, 0, handle, NULL);
    OK(branch(&node, graph, handle, CU_GRAPH_COND_TYPE_IF, 2, &first, bodies));
    add(graph, 1000, 0, &node);
    add(bodies[0], 1, 0, NULL);
    behind = add(bodies[1], 10, 0, NULL);
    add(bodies[1], 20, 0, &behind);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK_INT(run(exec, 0), 1030);
    CHECK_INT(run(exec, 1), 1001);
    CHECK_INT(run(exec, 7), 1001);
    GIVES(801, cuGraphInstantiateWithFlags(&other, graph, 0));
    GIVES(801, cuGraphClone(&graph, graph));
    GIVES(1, cuGraphDestroy(bodies[0]));
    GIVES(801, cuGraphInstantiateWithFlags(&other, bodies[0], 0));
    OK(cuGraphLaunch(exec, NULL));
    OK(cuGraphExecDestroy(exec)); /* while it runs */
    OK(cuCtxSynchronize());
    OK(cuGraphDestroy(graph));
    GIVES(1, cuGraphDestroy(bodies[0]));
}

APART(loops)
{
    CUgraph graph, body, inner;
    CUgraphConditionalHandle outer_handle, inner_handle;
    CUgraphNode node, last;
    CUgraphExec exec;
    begin();
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphConditionalHandleCreate(&outer_handle, graph, ctx, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    OK(branch(&node, graph, outer_handle, CU_GRAPH_COND_TYPE_WHILE, 1, NULL, &body));
    last = add(body, 1, outer_handle, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK_INT(run(exec, 0x80000000u), 5);
    CHECK_INT(run(exec, 0), 1);
    CHECK_INT(run(exec, 0x80000000u), 5);
    OK(cuGraphExecDestroy(exec));
    /* a condition in the loop: once in each turn */
    OK(cuGraphConditionalHandleCreate(&inner_handle, body, ctx, 1, 0));
    GIVES(1, cuGraphInstantiateWithFlags(&exec, graph, 0));
    CUDA_GRAPH_INSTANTIATE_PARAMS params = { .flags = 0 };
    GIVES(1, cuGraphInstantiateWithParams(&exec, graph, &params));
    CHECK_INT(params.result_out, CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED);
    OK(branch(&node, body, inner_handle, CU_GRAPH_COND_TYPE_IF, 1, &last, &inner));
    add(inner, 1, outer_handle, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK_INT(run(exec, 0x80000000u), 6);
}

APART(choice)
{
    CUgraph graph, bodies[3];
    CUgraphConditionalHandle handle;
    CUgraphNode first, node;
    CUgraphExec exec;
    begin();
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphConditionalHandleCreate(&handle, graph, ctx, 0, 0));
    first = add(graph, 0, handle, NULL);
    OK(branch(&node, graph, handle, CU_GRAPH_COND_TYPE_SWITCH, 3, &first, bodies));
    for (unsigned i = 0; i < 3; i++)
        add(bodies[i], i + 1, 0, NULL);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (unsigned i = 0; i < 5; i++)
        CHECK_INT(run(exec, i), i < 3 ? i + 1 : 0);
}

static void do_nothing(void *user) { (void)user; }

APART(refused_conditions)
{
    CUgraph graph, body, bodies[4];
    CUgraphConditionalHandle handle, more;
    CUgraphNode node, host;
    CUgraphExec exec;
    CUDA_HOST_NODE_PARAMS call = { do_nothing, NULL };
    begin();
    OK(cuGraphCreate(&graph, 0));
    GIVES(1, cuGraphConditionalHandleCreate(&handle, graph, ctx, 1, 2));
    GIVES(1, cuGraphConditionalHandleCreate(NULL, graph, ctx, 1, 1));
    GIVES(1, cuGraphConditionalHandleCreate(&handle, NULL, ctx, 1, 1));
    GIVES(201, cuGraphConditionalHandleCreate(&handle, graph, NULL, 1, 1));
    OK(cuGraphConditionalHandleCreate(&handle, graph, ctx, 0, 1));
    OK(cuGraphConditionalHandleCreate(&more, graph, ctx, 0, 1));
    GIVES(1, branch(&node, graph, 0x1234, CU_GRAPH_COND_TYPE_IF, 1, NULL, bodies));
    GIVES(1, branch(&node, graph, handle, CU_GRAPH_COND_TYPE_IF, 0, NULL, bodies));
    GIVES(1, branch(&node, graph, handle, CU_GRAPH_COND_TYPE_IF, 3, NULL, bodies));
    GIVES(1, branch(&node, graph, handle, CU_GRAPH_COND_TYPE_WHILE, 2, NULL, bodies));
    OK(branch(&node, graph, handle, CU_GRAPH_COND_TYPE_IF, 1, NULL, &body));
    GIVES(1, branch(&node, graph, handle, CU_GRAPH_COND_TYPE_IF, 1, NULL, bodies));
    OK(branch(&node, graph, more, CU_GRAPH_COND_TYPE_SWITCH, 4, NULL, bodies));
    OK(cuGraphAddHostNode(&host, body, NULL, 0, &call));
    GIVES(1, cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphDestroyNode(host));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, NULL));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    unsigned value = 1;
    CUgraphConditionalHandle gone = handle;
    void *args[] = { &words, &value, &gone };
    OK(cuMemsetD32_v2(words, 0, 2));
    OK(cuLaunchKernel(step, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    GIVES(700, cuCtxSynchronize());
}
