/* double-destroy: more references to a user object are given away than the program owns. */
#include "abi/cuda_abi.h"
#include "call/walk.h"
#include "rules/rules.h"

struct explain_owned {
    const struct iq_handle *object;
    uint32_t owned, count; /* references */
};
static void explain_owned(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_owned *evidence = IQ_EVIDENCE(explain_owned, suspicion);
    const struct iq_handle *object = evidence->object;
    bool gives = call->entry->operation == IQ_OP_GIVE_USER_OBJECT;
    iq_str_printf(&words->message, "%s %s %u reference%s to a user object, but the program owns %u",
                  call->entry->name, gives ? "moves" : "releases", evidence->count,
                  evidence->count == 1 ? "" : "s", evidence->owned);
    iq_str_printf(&words->cause, "user object 0x%llx was ",
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    if (object->retained.entry) {
        iq_str_printf(&words->cause, "; the last %s was ", object->retained.entry->name);
        iq_put_ago(&words->cause, object->retained.number, call->number);
    }
    if (object->released.entry) {
        iq_str_printf(&words->cause, "; %s released or moved the last references ",
                      object->released.entry->name);
        iq_put_ago(&words->cause, object->released.number, call->number);
    }
    if (object->flags & IQ_HANDLE_SHARED)
        iq_str_puts(&words->cause, "; references that graphs own are not the program's to release");
    iq_str_puts(&words->cause, "; a real driver may crash, or end the object while it is in use");
    iq_str_puts(
        &words->fix,
        gives
            ? "retain the object first, or leave the flag cudaGraphUserObjectMove out: the graph then gets references of its own"
            : "release what create and retain calls gave, less what was moved to graphs (cudaGraphUserObjectMove); graphs release theirs when they are destroyed");
}

static void check_owned(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    bool gives = call->entry->operation == IQ_OP_GIVE_USER_OBJECT;
    const struct iq_handle *object = iq_resolved_handle(call, gives, IQ_KIND_USER_OBJECT);
    uint32_t count = (uint32_t)call->args[gives ? 2 : 1];
    if (!object || iq_handle_is_dead(object) || object->flags & IQ_HANDLE_ADOPTED ||
        !object->created.number || (gives && !(call->args[3] & CU_GRAPH_USER_OBJECT_MOVE)))
        return;
    uint32_t owned = __atomic_load_n(&object->refs, __ATOMIC_RELAXED);
    if (count <= owned)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_DOUBLE_DESTROY, IQ_RANK_DEAD, gives ? 2 : 1);
    suspicion.object = iq_object_of_handle(object);
    suspicion.done = IQ_ERROR;
    suspicion.contain = IQ_ANSWER_ARGUMENT;
    IQ_EXPLAIN(&suspicion, explain_owned, .object = object, .owned = owned, .count = count);
    iq_suspect(&suspicion);
}

static bool gives_away(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_RELEASE_USER_OBJECT ||
           entry->operation == IQ_OP_GIVE_USER_OBJECT;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_owned, .apis = IQ_CUDA, .concerns = gives_away },
};
const struct iq_rule_family iq_rules_user_object = { "user object", subscriptions,
                                                     IQ_COUNT_OF(subscriptions) };
