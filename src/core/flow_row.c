/* Which part a row plays in order; worked out once per row, from its roles and flags, from its name where these say too little. */
#include <string.h>

#include "core/flow.h"

void iq_fx_capture_begin(struct iq_call *call, int phase);
void iq_fx_capture_end(struct iq_call *call, int phase);
void iq_fx_graph_edges(struct iq_call *call, int phase);

static const struct iq_arg *with_role(const struct iq_entry *entry, int role, int kind)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].role == role && (!kind || entry->args[i].kind == kind))
            return &entry->args[i];
    return NULL;
}

static bool has_access(const struct iq_entry *entry)
{
    return with_role(entry, IQ_ROLE_READ, 0) || with_role(entry, IQ_ROLE_WRITE, 0);
}

static bool mentions(const struct iq_entry *entry, const char *word) { return strstr(entry->name, word) != NULL; }

static enum iq_flow flow_of_graph(const struct iq_entry *entry)
{
    if (mentions(entry, "GraphLaunch"))
        return IQ_FLOW_GRAPH_LAUNCH;
    if (mentions(entry, "GraphInstantiate"))
        return IQ_FLOW_INSTANTIATE;
    if (mentions(entry, "GraphExecUpdate"))
        return IQ_FLOW_GRAPH_UPDATE;
    if (mentions(entry, "GraphDestroy") || mentions(entry, "GraphExecDestroy"))
        return mentions(entry, "Node") ? IQ_FLOW_GRAPH_CHANGE : IQ_FLOW_GRAPH_DESTROY;
    if (mentions(entry, "Set") || (mentions(entry, "GraphAdd") && entry->nodes) || mentions(entry, "Remove"))
        return IQ_FLOW_GRAPH_CHANGE;
    return IQ_FLOW_NONE;
}

/* Work whose effect on order cannot be seen: the host, another process or a value in memory takes part. */
static bool is_tell(const struct iq_entry *entry)
{
    static const char *const words[] = { "LaunchHostFunc", "StreamAddCallback", "StreamWaitValue", "StreamWriteValue",
                                         "StreamBatchMemOp", "ExternalSemaphoresAsync" };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (mentions(entry, words[i]))
            return true;
    return false;
}

static enum iq_flow flow_of_end(const struct iq_entry *entry)
{
    if (with_role(entry, IQ_ROLE_DELMEM, 0) || with_role(entry, IQ_ROLE_UNREGMEM, 0))
        return entry->flags & IQ_ENTRY_ASYNC ? IQ_FLOW_FREE_ASYNC : IQ_FLOW_FREE;
    if (with_role(entry, IQ_ROLE_DEL, IQ_KIND_STREAM))
        return IQ_FLOW_STREAM_DESTROY;
    if (with_role(entry, IQ_ROLE_DEL, IQ_KIND_EVENT))
        return IQ_FLOW_EVENT_DESTROY;
    return IQ_FLOW_NONE;
}

static enum iq_flow flow_of_sync(const struct iq_entry *entry)
{
    if (entry->flags & (IQ_ENTRY_SYNC_CTX | IQ_ENTRY_RESET))
        return IQ_FLOW_SYNC_CONTEXT;
    if (with_role(entry, IQ_ROLE_QUERY, IQ_KIND_EVENT) || entry->flags & IQ_ENTRY_SYNC_EVENT)
        return IQ_FLOW_SYNC_EVENT;
    if (entry->flags & IQ_ENTRY_SYNC_STREAM || (with_role(entry, IQ_ROLE_QUERY, IQ_KIND_STREAM) && entry->flags & IQ_ENTRY_QUERY))
        return IQ_FLOW_SYNC_STREAM;
    return IQ_FLOW_NONE;
}

/* Is anybody interested in order?  Asked once per row. */
static bool is_wanted(void)
{
    return iq_rule_is_enabled("stream-race") || iq_rule_is_enabled("free-in-flight") || iq_rule_is_enabled("host-read-in-flight") ||
           iq_rule_is_enabled("host-write-in-flight");
}

enum iq_flow iq_flow_of(const struct iq_entry *entry)
{
    enum iq_flow flow;
    if (!is_wanted() || entry->api >= IQ_API_OPENCL)
        return IQ_FLOW_NONE;
    if (entry->effects == iq_fx_capture_begin || entry->effects == iq_fx_capture_end)
        return entry->effects == iq_fx_capture_begin ? IQ_FLOW_CAPTURE_BEGIN : IQ_FLOW_CAPTURE_END;
    if (entry->effects == iq_fx_graph_edges)
        return IQ_FLOW_GRAPH_EDGES;
    if (mentions(entry, "UpdateCaptureDependencies"))
        return IQ_FLOW_CAPTURE_EDGES;
    if (is_tell(entry))
        return IQ_FLOW_TELL;
    if (with_role(entry, IQ_ROLE_SIGNAL, 0))
        return mentions(entry, "Graph") ? IQ_FLOW_EVENT_UNSEEN : IQ_FLOW_RECORD;
    if (with_role(entry, IQ_ROLE_WAIT, 0) && !(entry->flags & IQ_ENTRY_SYNC_EVENT))
        return mentions(entry, "Graph") ? IQ_FLOW_EVENT_UNSEEN : IQ_FLOW_WAIT;
    if (with_role(entry, IQ_ROLE_USE, IQ_KIND_EVENT))
        return IQ_FLOW_EVENT_UNSEEN;
    if (mentions(entry, "Graph") && (flow = flow_of_graph(entry)) != IQ_FLOW_NONE)
        return flow;
    if ((flow = flow_of_end(entry)) != IQ_FLOW_NONE)
        return flow;
    if (has_access(entry) && !mentions(entry, "Graph") && !mentions(entry, "Param") && !mentions(entry, "Tex") && !mentions(entry, "Prefetch") &&
        !mentions(entry, "Advise"))
        return IQ_FLOW_ACCESS;
    if ((flow = flow_of_sync(entry)) != IQ_FLOW_NONE)
        return flow;
    if (with_role(entry, IQ_ROLE_NEWMEM, 0))
        return entry->flags & IQ_ENTRY_ASYNC ? IQ_FLOW_ALLOC_ASYNC : IQ_FLOW_ALLOC;
    if (with_role(entry, IQ_ROLE_NEW, IQ_KIND_STREAM))
        return IQ_FLOW_STREAM_CREATE;
    if (entry->flags & IQ_ENTRY_ASYNC || !strncmp(entry->name, "cudaMemset", 10) || !strncmp(entry->name, "cudaMemcpy", 10) ||
        !strncmp(entry->name, "cuMemset", 8) || !strncmp(entry->name, "cuMemcpy", 8))
        return IQ_FLOW_WORK;
    return IQ_FLOW_NONE;
}
