/* Which part a row plays in order; worked out once per row, from its roles and flags, or from its
 * word FLOW(). */
#include "api_cuda/flow.h"
#include "order/port.h"

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
    if (entry->flags & IQ_ENTRY_SYNC_STREAM ||
        (with_role(entry, IQ_ROLE_QUERY, IQ_KIND_STREAM) && entry->flags & IQ_ENTRY_QUERY))
        return IQ_FLOW_SYNC_STREAM;
    return IQ_FLOW_NONE;
}

/* What the row says in a word. */
static enum iq_flow flow_said(const struct iq_entry *entry)
{
    switch (entry->flow) {
    case IQ_FLOW_HOST_FUNCTION:
    case IQ_FLOW_WAIT_VALUE:
    case IQ_FLOW_WRITE_VALUE: return IQ_FLOW_TELL;
    case IQ_FLOW_LATER:
    case IQ_FLOW_NOTHING: return IQ_FLOW_NONE;
    default: return (enum iq_flow)entry->flow;
    }
}

enum iq_flow iq_flow_of(const struct iq_entry *entry)
{
    enum iq_flow flow;
    if (!iq_order_port.is_wanted() || entry->api == IQ_API_OPENCL || entry->api == IQ_API_VULKAN)
        return IQ_FLOW_NONE;
    if (entry->flow)
        return flow_said(entry);
    if (with_role(entry, IQ_ROLE_SIGNAL, 0))
        return IQ_FLOW_RECORD;
    if (with_role(entry, IQ_ROLE_WAIT, 0) && !(entry->flags & IQ_ENTRY_SYNC_EVENT))
        return IQ_FLOW_WAIT;
    if (with_role(entry, IQ_ROLE_USE, IQ_KIND_EVENT))
        return IQ_FLOW_EVENT_UNSEEN;
    if ((flow = flow_of_end(entry)) != IQ_FLOW_NONE)
        return flow;
    if (has_access(entry))
        return IQ_FLOW_ACCESS;
    if ((flow = flow_of_sync(entry)) != IQ_FLOW_NONE)
        return flow;
    if (with_role(entry, IQ_ROLE_NEWMEM, 0))
        return entry->flags & IQ_ENTRY_ASYNC ? IQ_FLOW_ALLOC_ASYNC : IQ_FLOW_ALLOC;
    if (with_role(entry, IQ_ROLE_NEW, IQ_KIND_STREAM))
        return IQ_FLOW_STREAM_CREATE;
    return entry->flags & IQ_ENTRY_ASYNC ? IQ_FLOW_WORK : IQ_FLOW_NONE;
}
