#include "call/plan.h"

#include <string.h>

#include "base/locks.h"
#include "call/api.h"
#include "call/copy_cache.h"
#include "call/fault.h"
#include "call/query.h"
#include "call/rule.h"
#include "call/thread.h"
#include "call/walk.h"
#include "trace/writer.h"

enum iq_kind iq_plan_handle_kind(const struct iq_entry *entry, int i)
{
    const struct iq_arg *role = &entry->args[i];
    if (role->role == IQ_ROLE_FUNC)
        return strcmp(role->type, "const void *") ? IQ_KIND_KERNEL : IQ_KIND_NONE;
    if (role->role == IQ_ROLE_STREAM || (role->role == IQ_ROLE_QUERY && !role->kind))
        return IQ_KIND_STREAM;
    return role->kind;
}

static void add_argument(struct iq_plan *plan, const struct iq_entry *entry, int i)
{
    uint32_t bit = 1u << i;
    enum iq_kind kind = iq_plan_handle_kind(entry, i);
    if (entry->args[i].role == IQ_ROLE_DEL && entry->args[i].size_arg >= 0) {
        plan->arrays |= bit;
        return;
    }
    if (i < 16)
        plan->kind[i] = (uint8_t)kind;
    switch (entry->args[i].role) {
    case IQ_ROLE_DEL:
        plan->handles |= bit;
        plan->ends |= bit;
        break;
    case IQ_ROLE_WAIT: plan->after |= bit; __attribute__((fallthrough));
    case IQ_ROLE_USE:
    case IQ_ROLE_CURRENT:
    case IQ_ROLE_STREAM:
    case IQ_ROLE_SIGNAL:
    case IQ_ROLE_QUERY:
    case IQ_ROLE_FUNC:
        if (kind == IQ_KIND_NONE)
            break;
        plan->handles |= bit;
        plan->uses |= kind == IQ_KIND_CONTEXT ? 0 : bit;
        plan->signals |= entry->args[i].role == IQ_ROLE_SIGNAL ? bit : 0;
        break;
    case IQ_ROLE_READ_OBJECT:
    case IQ_ROLE_WRITE_OBJECT:
    case IQ_ROLE_MAP_OBJECT:
        plan->handles |= bit;
        plan->uses |= bit;
        plan->objects |= bit;
        break;
    case IQ_ROLE_RETAIN:
    case IQ_ROLE_RELEASE:
        plan->handles |= bit;
        plan->uses |= bit;
        plan->owners |= bit;
        break;
    case IQ_ROLE_LIST:
    case IQ_ROLE_WAITS: plan->lists |= bit; break;
    case IQ_ROLE_OUTLIST: plan->outlists |= bit; break;
    case IQ_ROLE_READ:
    case IQ_ROLE_WRITE:
        plan->memory |= bit;
        plan->access |= bit;
        plan->writes |= entry->args[i].role == IQ_ROLE_WRITE ? bit : 0;
        plan->after |= entry->args[i].space == IQ_SPACE_BY_KIND ? bit : 0;
        break;
    case IQ_ROLE_DELMEM:
    case IQ_ROLE_UNREGMEM:
        plan->memory |= bit;
        plan->ends |= bit;
        break;
    case IQ_ROLE_REGMEM:
        plan->memory |= bit;
        plan->makes |= bit;
        break;
    case IQ_ROLE_OUT:
        plan->gets |= kind == IQ_KIND_ARRAY || kind == IQ_KIND_MIPMAPPED_ARRAY ||
                              kind == IQ_KIND_POOL || kind == IQ_KIND_GRAPH_NODE ||
                              kind == IQ_KIND_VMM_HANDLE
                          ? bit
                          : 0;
        break;
    case IQ_ROLE_NEW:
    case IQ_ROLE_NEWMEM: plan->makes |= bit; break;
    case IQ_ROLE_STR: plan->names |= bit; break;
    case IQ_ROLE_IMAGE:
    case IQ_ROLE_PATH:
        plan->names |= entry->args[i].role == IQ_ROLE_PATH ? bit : 0;
        plan->images |= entry->flags & IQ_ENTRY_NO_STATUS ? 0 : bit;
        plan->after |= entry->flags & IQ_ENTRY_NO_STATUS ? 0 : bit;
        break;
    default: break;
    }
}

static int8_t first(const struct iq_entry *entry, enum iq_role role)
{
    return (int8_t)iq_entry_arg(entry, role);
}

/* First argument that is a handle of [kind] and not the result, -1 if there is none. */
static int8_t first_of_kind(const struct iq_entry *entry, enum iq_kind kind)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].kind == kind && entry->args[i].role != IQ_ROLE_NEW &&
            entry->args[i].role != IQ_ROLE_OUT)
            return (int8_t)i;
    return -1;
}

static int8_t arg_named(const struct iq_entry *entry, const char *name)
{
    return (int8_t)iq_entry_arg_named(entry, name);
}

/* Of an argument; -1: none. */
static uint32_t bit_of(int arg) { return arg < 0 ? 0 : 1u << arg; }

static void fill_command(struct iq_plan *plan, const struct iq_entry *entry)
{
    plan->waits = first(entry, IQ_ROLE_WAITS);
    plan->blocking = first(entry, IQ_ROLE_BLOCKING);
    plan->made_event = -1;
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].role == IQ_ROLE_NEW && entry->args[i].kind == IQ_KIND_CL_EVENT)
            plan->made_event = (int8_t)i;
    plan->queue = arg_named(entry, "command_queue");
    plan->kernel = arg_named(entry, "kernel");
    plan->work_dim = arg_named(entry, "work_dim");
    plan->work_offset = arg_named(entry, "global_work_offset");
    plan->work_size = arg_named(entry, "global_work_size");
    plan->group_size = arg_named(entry, "local_work_size");
    plan->pattern = arg_named(entry, "pattern");
    plan->pattern_size = arg_named(entry, "pattern_size");
    plan->addresses =
        bit_of(plan->work_offset) | bit_of(plan->work_size) | bit_of(plan->group_size);
}

static uint32_t steps_before(struct iq_plan *plan, const struct iq_entry *entry)
{
    uint32_t special = IQ_ENTRY_LAUNCH | IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR;
    uint32_t waits =
        IQ_ENTRY_SYNC_CTX | IQ_ENTRY_SYNC_STREAM | IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_HOST;
    bool launch = entry->flags & IQ_ENTRY_LAUNCH, boxes = false;
    for (int i = 0; i < entry->arg_count; i++)
        boxes |= plan->access & 1u << i && entry->args[i].region;
    uint32_t steps = 0;
    steps |= plan->lists ? IQ_STEP_LISTS : 0;
    steps |= plan->arrays || entry->look ? IQ_STEP_MEMBERS : 0;
    steps |= plan->memory ? IQ_STEP_MEMORY : 0;
    steps |= plan->objects || boxes ? IQ_STEP_BOXES : 0;
    steps |= entry->flags & IQ_ENTRY_TELLS && entry->effects ? IQ_STEP_TELLS : 0;
    steps |= launch && plan->config >= 0 ? IQ_STEP_CONFIG : 0;
    steps |= launch ? IQ_STEP_LAUNCH : 0;
    steps |= plan->checks[IQ_PHASE_BEFORE][IQ_VERB_BEGIN] ? IQ_STEP_WHOLE : 0;
    steps |= plan->images ? IQ_STEP_IMAGES : 0;
    steps |= plan->api->steps_before ? plan->api->steps_before(plan, entry) : 0;
    steps |= steps ? IQ_STEP_OTHERS : 0;
    steps |= steps || plan->handles ? IQ_STEP_LOOK : 0;
    steps |= entry->flags & special || entry->shape ? IQ_STEP_SPECIAL : 0;
    steps |= plan->flow >= IQ_FLOW_TELL ? IQ_STEP_ORDER_BEFORE : 0;
    steps |= plan->ends || plan->arrays || plan->owners || entry->effects ? IQ_STEP_FORWARD : 0;
    bool may_wait =
        entry->flags & waits || (!(entry->flags & (IQ_ENTRY_ASYNC | IQ_ENTRY_NO_STATUS)) &&
                                 (plan->access || plan->ends & plan->memory));
    return steps | (may_wait ? IQ_STEP_WAIT : 0);
}

static uint32_t steps_after(const struct iq_plan *plan, const struct iq_entry *entry)
{
    bool launch = entry->flags & IQ_ENTRY_LAUNCH, no_status = entry->flags & IQ_ENTRY_NO_STATUS;
    uint32_t steps = 0;
    steps |= plan->after & ~plan->access || plan->array ? IQ_STEP_AFTER : 0;
    steps |= plan->flow ? IQ_STEP_ORDER : 0;
    steps |= plan->flow == IQ_FLOW_GRAPH_LAUNCH ? IQ_STEP_GRAPH : 0;
    steps |= plan->api->synced && entry->flags & (IQ_ENTRY_SYNC_CTX | IQ_ENTRY_SYNC_STREAM |
                                                  IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_HOST)
                 ? IQ_STEP_SYNCED
                 : 0;
    steps |= entry->flags & (IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR)
                 ? IQ_STEP_READS_ERROR
                 : 0;
    steps |= steps || launch || plan->after || (no_status && !plan->api->ignores_void)
                 ? IQ_STEP_VERDICT
                 : 0;
    steps |= no_status ? IQ_STEP_NO_STATUS : 0;
    steps |= plan->api->has_negative_errors ? IQ_STEP_NEGATIVE : 0;
    /* what a call records in a command buffer is there when it is forwarded */
    steps |= entry->effects && !iq_entry_records(entry) ? IQ_STEP_EFFECTS : 0;
    steps |= entry->flags & IQ_ENTRY_ASYNC ? IQ_STEP_ASYNC : 0;
    steps |=
        plan->makes || plan->gets || plan->uses || plan->access || plan->outlists || entry->effects
            ? IQ_STEP_DONE
            : 0;
    steps |= plan->makes || plan->gets || plan->signals || plan->owners || plan->outlists
                 ? IQ_STEP_CHANGES
                 : 0;
    return steps;
}

uint32_t iq_plan_spaces(const struct iq_arg *role)
{
    static const uint8_t source[] = { IQ_SPACE_HOST,   IQ_SPACE_HOST, IQ_SPACE_DEVICE,
                                      IQ_SPACE_DEVICE, IQ_SPACE_ANY,  IQ_SPACE_NONE };
    static const uint8_t target[] = { IQ_SPACE_HOST,   IQ_SPACE_DEVICE, IQ_SPACE_HOST,
                                      IQ_SPACE_DEVICE, IQ_SPACE_ANY,    IQ_SPACE_NONE };
    uint32_t spaces = 0;
    for (uint32_t kind = 0; kind <= IQ_COPY_KINDS; kind++)
        spaces |= (uint32_t)(role->space != IQ_SPACE_BY_KIND ? role->space
                             : role->role == IQ_ROLE_READ    ? source[kind]
                                                             : target[kind])
                  << kind * 4;
    return spaces;
}

/* Where access [i] finds its number of bytes and its space, so that the row need not be looked
 * at. */
static void add_access(struct iq_plan *plan, const struct iq_entry *entry, int i)
{
    const struct iq_arg *role = &entry->args[i];
    bool plain = role->size_arg >= 0 && role->size_arg < entry->arg_count && role->unit <= 1 &&
                 !role->rows && !role->region && !role->element;
    plan->bytes[i] = plain ? role->size_arg : -1;
    plan->spaces[i] = iq_plan_spaces(role);
}

/* Memory that is described for later, or moved as a whole. */
static bool makes_no_access(const struct iq_entry *entry)
{
    return entry->flow == IQ_FLOW_GRAPH_CHANGE || entry->flow == IQ_FLOW_LATER ||
           entry->flow == IQ_FLOW_WORK;
}

/* A call that may be made to fail is looked at each time. */
static void fill_answers(struct iq_plan *plan, const struct iq_entry *entry)
{
    plan->steps |= plan->steps & IQ_STEP_READS_ERROR ? IQ_STEP_ANSWERS : 0;
    if (iq_fault_concerns(entry))
        plan->steps = (plan->steps | IQ_STEP_ANSWERS | IQ_STEP_SPECIAL) & ~(uint32_t)IQ_STEP_CACHED;
}

static bool counts_typed(const struct iq_entry *entry)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].element)
            return true;
    return false;
}

/* Events of OpenCL end without counting as deaths.  Vulkan's calls with checks of their own are
 * commands. */
static bool remembers(const struct iq_plan *plan)
{
    bool counts = plan->api->has_contexts || plan->steps & IQ_STEP_OWN;
    return counts && plan->handles && __builtin_popcount(plan->handles) <= IQ_THREAD_SEEN_HANDLES;
}

/* Can all that a success means be known beforehand? */
static bool asks(const struct iq_plan *plan, const struct iq_entry *entry)
{
    const uint32_t usual = IQ_STEP_LOOK | IQ_STEP_DONE | IQ_STEP_VERDICT | IQ_STEP_ORDER |
                           IQ_STEP_SETTLES | IQ_STEP_CACHED;
    return entry->flags & IQ_ENTRY_ASKS && plan->counted && plan->handles < 1u << IQ_ASKED_AT &&
           __builtin_popcount(plan->handles) == 1 && !(plan->steps & ~usual) &&
           (plan->flow == IQ_FLOW_NONE ||
            (plan->steps & IQ_STEP_CACHED &&
             (plan->flow == IQ_FLOW_SYNC_EVENT || plan->flow == IQ_FLOW_SYNC_STREAM)));
}

static void fill_plan(struct iq_plan *plan, const struct iq_entry *entry)
{
    plan->stream = -1;
    plan->api = iq_api_of(entry);
    for (int i = 0; i < entry->arg_count && i < 24; i++) {
        add_argument(plan, entry, i);
        if (i < IQ_PLAN_ACCESSES)
            add_access(plan, entry, i);
        if (plan->stream < 0 && plan->handles & 1u << i &&
            iq_plan_handle_kind(entry, i) == IQ_KIND_STREAM)
            plan->stream = (int8_t)i;
        plan->array |= entry->args[i].kind == IQ_KIND_ARRAY && entry->args[i].role == IQ_ROLE_USE;
    }
    fill_command(plan, entry);
    plan->flow = plan->api->flow ? (uint8_t)plan->api->flow(entry) : IQ_FLOW_NONE;
    plan->event = first_of_kind(entry, IQ_KIND_EVENT);
    plan->memkind = first(entry, IQ_ROLE_MEMKIND);
    plan->symbol = first(entry, IQ_ROLE_SYMBOL);
    if (plan->symbol >= 0 && (entry->args[plan->symbol].size_arg < 0 || !plan->access))
        plan->symbol = -1;
    plan->grid = first(entry, IQ_ROLE_GRID);
    plan->block = first(entry, IQ_ROLE_BLOCK);
    plan->shared = first(entry, IQ_ROLE_SHARED);
    plan->dim3 = plan->grid >= 0 && entry->args[plan->grid].form == IQ_FORM_DIM3;
    plan->func = first(entry, IQ_ROLE_FUNC);
    plan->args = first(entry, IQ_ROLE_ARGS);
    plan->deferred = plan->access && makes_no_access(entry);
    plan->extra = first(entry, IQ_ROLE_EXTRA);
    plan->func_is_handle =
        plan->func >= 0 && iq_plan_handle_kind(entry, plan->func) == IQ_KIND_KERNEL;
    plan->config = first(entry, IQ_ROLE_CONFIG);
    plan->counted = !(entry->flags & IQ_ENTRY_HIDDEN);
    /* what is reduced or gathered may be so in place */
    plan->compared =
        plan->writes && plan->access & ~plan->writes && !counts_typed(entry) ? plan->access : 0;
    iq_rule_choose(entry, plan);
    plan->steps = steps_before(plan, entry) | steps_after(plan, entry);
    plan->remembers = remembers(plan);
    plan->host = -1;
    plan->steps |= plan->api->steps_after ? plan->api->steps_after(plan, entry) : 0;
    fill_answers(plan, entry);
    plan->asks = asks(plan, entry);
    __atomic_store_n(&plan->ready, true, __ATOMIC_RELEASE);
}

/* Whose plan was made last; atomic.  A look at all plans would touch each of their pages. */
static const struct iq_entry *last_made;

void iq_plan_write_names(void)
{
    const struct iq_entry *entry = __atomic_load_n(&last_made, __ATOMIC_ACQUIRE);
    for (; entry; entry = entry->plan->made_before)
        iq_trace_entry(entry->id, entry->name);
}

const struct iq_plan *iq_plan_make(const struct iq_entry *entry)
{
    iq_lock(IQ_LOCK_NAMES);
    if (!entry->plan->ready) {
        entry->plan->made_before = last_made;
        fill_plan(entry->plan, entry);
        __atomic_store_n(&last_made, entry, __ATOMIC_RELEASE);
        iq_trace_entry(entry->id, entry->name);
    }
    iq_unlock(IQ_LOCK_NAMES);
    return entry->plan;
}
