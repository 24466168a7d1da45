// link: checker -lzstd -llz4
/* What graphs do, node by node: memory of a graph that is gone serves another one. */
#include "api_cuda/nodes.h"
#include "call/plan.h"
#include "checker_world.h"

TEST(a_capture_has_no_nodes_of_a_graph_that_is_gone)
{
    enum { NODE = 0x5600040 };
    void *graph = NULL;
    const uint64_t args[] = { 0, 0x5600000, 0, 0 };
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDA, "cuGraphAddEmptyNode");
    const struct iq_call call = { .entry = entry, .plan = iq_plan_of(entry), .args = args };
    struct iq_timeline *stream = iq_clock_create(0, false, 0x5700000, 1);
    const struct iq_access access = {
        .lo = 0x7f1000000000, .hi = 0x7f1000000040, .write = true, .arg = -1
    };
    const struct iq_timeline *on;
    int which;
    CHECK_INT(iq_nodes_add(iq_captured_own(&graph), &call, NODE), 0);
    CHECK_INT(iq_nodes_find(graph, NODE), 0);
    void *first = graph;
    iq_captured_drop(&graph);
    iq_capture_begin(stream);
    CHECK(!iq_capture_access(stream, &access, 1, &which, &on));
    graph = iq_capture_end(stream);
    CHECK(graph == first);
    CHECK_INT(iq_nodes_find(graph, NODE), IQ_CAPTURED_OPS);
}
