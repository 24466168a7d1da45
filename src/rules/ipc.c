/* wrong-space: memory that cannot be shared with other processes in the way that was asked for. */
#include <string.h>

#include "core/core.h"
#include "core/walk.h"
#include "rules/rules.h"

static const char *way_out(const struct iq_range *range, bool mapped)
{
    if (mapped)
        return "export it with cuMemExportToShareableHandle (ask for that in the properties of cuMemCreate)";
    if (range->kind != IQ_KIND_DEVICE_MEMORY)
        return "copy the data to memory from cudaMalloc or cuMemAlloc and export that; host memory is shared with shm_open or mmap";
    return "allocate what is to be shared with cudaMalloc or cuMemAlloc, or share the pool (cudaMemPoolExportToShareableHandle)";
}

static bool is_mapped(const struct iq_object *object)
{
    return object->created.entry && (strstr(object->created.entry->name, "MemMap") || strstr(object->created.entry->name, "Reserve"));
}

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool device = !strcmp(suspicion->object.kind, "device-memory"), mapped = is_mapped(&suspicion->object);
    struct iq_range range = { .kind = (uint8_t)suspicion->number[0] };
    iq_str_printf(&words->message, "%s of %s is memory that no inter-process handle can be made for", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, " was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->cause, "; %s", mapped ? "mapped memory is exported by the handle of its physical memory" :
                  device ? "memory of a pool is exported with its pool" : "only device memory can be exported");
    iq_str_puts(&words->fix, way_out(&range, mapped));
}

static void explain_guard(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s is refused because of --device-guard, not by the driver", call->entry->name);
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, " is guarded, a mapping of its own, of which no inter-process handle can be made; memory allocated from now on is not guarded");
    iq_str_puts(&words->fix, "run without --device-guard, or with --canary");
}

/* What the option makes of the program is no mistake of the program. */
static bool is_guard(const struct iq_event *event) { return event->result == 801 && __atomic_load_n(&iq_core.ipc_refused, __ATOMIC_RELAXED); }

static void check(const struct iq_event *event)
{
    struct iq_range range;
    if (event->role->role != IQ_ROLE_POINTER || (event->result != 1 && !is_guard(event)) || !event->value || !strstr(event->call->entry->name, "IpcGetMemHandle") ||
        !iq_range_find(event->value, &range))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "wrong-space", IQ_RANK_CODE + 3, event->arg);
    suspicion.object = iq_object_of_range(&range);
    suspicion.number[0] = range.kind;
    suspicion.explain = explain;
    if (is_guard(event)) {
        suspicion.explain = explain_guard;
        suspicion.failed = IQ_NOTE;
    }
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(VALUE), IQ_PHASE_FAILED, check } };
const struct iq_rule_family iq_rules_ipc = { "ipc", subscriptions, IQ_COUNT_OF(subscriptions) };
