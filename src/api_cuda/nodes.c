#include "api_cuda/nodes.h"

#include <string.h>

#include "call/core.h"
#include "call/walk.h"

enum { CHUNK = 16 };

uint32_t iq_nodes_find(const struct iq_captured *captured, uint64_t node)
{
    uint32_t op = captured->op_count;
    while (op-- > 0)
        if (captured->node[op] == node)
            return op;
    return IQ_CAPTURED_OPS;
}

/* [op] comes after [node].  One that is not followed may come after everything. */
static void depend(struct iq_captured *captured, uint32_t op, uint64_t node)
{
    uint32_t on = iq_nodes_find(captured, node);
    captured->before[op] |= on < IQ_CAPTURED_OPS ? (uint64_t)1 << on : UINT64_MAX;
}

uint32_t iq_nodes_add(struct iq_captured *captured, const struct iq_call *call, uint64_t node)
{
    uint64_t nodes[CHUNK];
    if (!captured || captured->op_count == IQ_CAPTURED_OPS || !node)
        return IQ_CAPTURED_OPS;
    uint32_t op = captured->op_count++;
    captured->node[op] = node;
    /* a capture's own nodes have no names here */
    captured->before[op] = captured->by_hand || !op ? 0 : UINT64_MAX;
    captured->by_hand |= !op;
    captured->judged = false;
    for (int i = 0; i < call->entry->arg_count; i++) {
        if (call->entry->args[i].role != IQ_ROLE_LIST ||
            call->entry->args[i].kind != IQ_KIND_GRAPH_NODE)
            continue;
        uint32_t wanted = (uint32_t)call->args[call->entry->args[i].size_arg], got = 0;
        for (uint32_t some; (some = iq_walk_list(call, i, got, nodes, CHUNK)); got += some)
            for (uint32_t k = 0; k < some; k++)
                depend(captured, op, nodes[k]);
        if (got != wanted)
            captured->before[op] = UINT64_MAX;
    }
    return op;
}

void iq_nodes_clear(struct iq_captured *captured, uint32_t op)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < captured->count; i++)
        if (captured->op[i] != op) {
            captured->op[kept] = captured->op[i];
            captured->on[kept] = captured->on[i];
            captured->accesses[kept++] = captured->accesses[i];
        }
    captured->count = kept;
    captured->judged = false;
}

void iq_nodes_depend(struct iq_captured *captured, const struct iq_call *call)
{
    uint64_t from[CHUNK], to[CHUNK];
    if (!captured)
        return;
    captured->judged = false;
    for (uint32_t at = 0, count; (count = iq_walk_list(call, 1, at, from, CHUNK)) &&
                                 iq_walk_list(call, 2, at, to, CHUNK) == count;
         at += count)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t op = iq_nodes_find(captured, to[i]);
            if (op < IQ_CAPTURED_OPS)
                depend(captured, op, from[i]);
        }
}

void iq_nodes_add_child(struct iq_captured *captured, uint32_t op, const struct iq_captured *child)
{
    for (uint32_t i = 0; captured && i < child->count; i++)
        iq_captured_add(captured, op, &child->accesses[i]);
    if (captured)
        captured->waits |= child->waits;
}

/* What a node comes after, those come after, too. */
static void close_order(struct iq_captured *captured)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t op = 0; op < captured->op_count; op++) {
            uint64_t before = captured->before[op];
            for (uint64_t left = before; left && before != UINT64_MAX; left &= left - 1)
                before |= captured->before[__builtin_ctzll(left)];
            changed |= before != captured->before[op];
            captured->before[op] = before;
        }
    }
}

static bool has_order(const struct iq_captured *captured, uint32_t a, uint32_t b)
{
    return a == b || a >= IQ_CAPTURED_OPS || b >= IQ_CAPTURED_OPS || captured->before[a] >> b & 1 ||
           captured->before[b] >> a & 1;
}

bool iq_nodes_unordered(struct iq_captured *captured, struct iq_conflict *conflict)
{
    if (!captured || !captured->by_hand || captured->judged)
        return false;
    captured->judged = true;
    close_order(captured);
    for (uint32_t late = 1; late < captured->count; late++)
        for (uint32_t early = 0; early < late; early++) {
            const struct iq_access *a = &captured->accesses[early], *b = &captured->accesses[late];
            if (has_order(captured, captured->op[early], captured->op[late]) ||
                !iq_access_conflicts(a, b, false))
                continue;
            *conflict = iq_conflict_of(IQ_CONFLICT_RACE, a, b);
            conflict->nodes = true;
            return true;
        }
    return false;
}
