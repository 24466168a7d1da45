/* Dependencies that are added to graphs between nodes that exist: only these can close a circle.
 * The last ones are remembered.
 * Threads: IQ_LOCK_NAMES.  Fork: survives. */
#include "api_cuda/graphs.h"
#include "base/locks.h"
#include "call/core.h"
#include "call/walk.h"

void iq_fx_graph_edges(struct iq_call *call, int phase);

enum { EDGES = 256, CHUNK = 16 };

static struct {
    uint64_t from, to;
    struct iq_call_ref ref;
} edges[EDGES];
static uint32_t next;

bool iq_graph_adds_edges(const struct iq_call *call)
{
    return call->entry->flow == IQ_FLOW_GRAPH_EDGES;
}

/* (graph, from[], to[], ...) */
void iq_fx_graph_edges(struct iq_call *call, int phase)
{
    uint64_t from[CHUNK], to[CHUNK];
    if (phase != 1 || call->outer || call->result)
        return;
    struct iq_call_ref ref = iq_call_ref_of(call);
    iq_lock(IQ_LOCK_NAMES);
    for (uint32_t at = 0, count; (count = iq_walk_list(call, 1, at, from, CHUNK)) &&
                                 iq_walk_list(call, 2, at, to, CHUNK) == count;
         at += count)
        for (uint32_t i = 0; i < count; i++, next++) {
            edges[next % EDGES].from = from[i];
            edges[next % EDGES].to = to[i];
            edges[next % EDGES].ref = ref;
        }
    iq_unlock(IQ_LOCK_NAMES);
}

bool iq_graph_find_edge(uint64_t from, uint64_t to, struct iq_call_ref *ref)
{
    bool found = false;
    iq_lock(IQ_LOCK_NAMES);
    for (uint32_t i = 1; i <= EDGES && !found; i++) {
        uint32_t at = (next - i) % EDGES;
        found = edges[at].ref.number && edges[at].from == from && edges[at].to == to;
        if (found)
            *ref = edges[at].ref;
    }
    iq_unlock(IQ_LOCK_NAMES);
    return found;
}
