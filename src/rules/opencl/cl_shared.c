/* double-free, use-after-free, interior-free, wrong-free, unknown-pointer, host-overrun, bad-size:
 * sizes of OpenCL's shared memory (SVM), and lists of its addresses. */
#include <stdio.h>

#include "abi/opencl_abi.h"
#include "api_opencl/objects.h"
#include "call/walk.h"
#include "process/hostmem.h"
#include "process/peek.h"
#include "rules/rules.h"

enum { MANY = 4096 };

struct explain_short_list {
    uint64_t given, fit; /* addresses: by the call's number, and up to where memory ends */
};
static void explain_short_list(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_short_list *evidence = IQ_EVIDENCE(explain_short_list, suspicion);
    iq_str_printf(&words->message, "num_svm_pointers of %s is %llu, more than %s can hold",
                  call->entry->name, (unsigned long long)evidence->given,
                  iq_arg_name(call, suspicion->arg));
    iq_str_printf(&words->cause, "after %llu addresses of 8 bytes the mapped memory ends",
                  (unsigned long long)evidence->fit);
    iq_str_puts(&words->fix, "pass the number of addresses in the list");
}

struct explain_element {
    uint64_t index, value; /* of the element */
    bool frees;            /* the call frees it; else it moves or maps it */
    bool alone;            /* it is the argument itself, not an element of a list */
};
static void explain_element(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct explain_element *evidence = IQ_EVIDENCE(explain_element, suspicion);
    char name[64];
    const char *api = call->entry->name;
    snprintf(name, sizeof name, evidence->alone ? "%s" : "%s[%llu]",
             iq_arg_name(call, suspicion->arg), (unsigned long long)evidence->index);
    switch (suspicion->rule) {
    case IQ_RULE_DOUBLE_FREE:
        iq_str_printf(&words->message, "%s of %s has already been freed", name, api);
        iq_str_puts(&words->fix, "free it once; find the second owner that frees it");
        break;
    case IQ_RULE_USE_AFTER_FREE:
        iq_str_printf(&words->message, "%s of %s has been freed", name, api);
        iq_str_puts(&words->fix, "free the memory after its last use");
        break;
    case IQ_RULE_INTERIOR_FREE:
        iq_str_printf(&words->message, "%s of %s points into the middle of an allocation", name,
                      api);
        iq_str_puts(&words->fix, "pass the address that clSVMAlloc returned");
        break;
    default:
        iq_str_printf(&words->message, "%s of %s is not shared memory", name, api);
        iq_str_puts(&words->fix, evidence->frees
                                     ? "pass addresses that clSVMAlloc returned; free other memory "
                                       "the way it was allocated"
                                     : "pass addresses in memory that clSVMAlloc returned");
        break;
    }
    iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)evidence->value);
    if (!suspicion->object.created.entry) { /* not known */
        iq_put_what(&words->cause, evidence->value);
        return;
    }
    iq_str_puts(&words->cause, "in ");
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
}

/* What is wrong with [address] as an element that the call frees or moves; false: nothing. */
static bool judge(uint64_t address, bool frees, struct iq_suspicion *suspicion)
{
    struct iq_range range;
    if (iq_range_find(address, &range)) {
        suspicion->object = iq_object_of_range(&range);
        suspicion->rule = IQ_RULE_INTERIOR_FREE;
        return frees && address != range.base;
    }
    if (iq_range_find_freed(address, &range)) {
        suspicion->object = iq_object_of_range(&range);
        suspicion->rule = frees ? IQ_RULE_DOUBLE_FREE : IQ_RULE_USE_AFTER_FREE;
        return true;
    }
    suspicion->rule = frees ? IQ_RULE_WRONG_FREE : IQ_RULE_UNKNOWN_POINTER;
    suspicion->object = iq_object_of_host(address, 0);
    return true;
}

static bool check_room(const struct iq_event *event, int arg, uint64_t count)
{
    uint64_t bad = 0, list = event->call->args[arg];
    if (iq_hostmem_check(list, count * sizeof(uint64_t), false, &bad) != IQ_HOSTMEM_UNREADABLE)
        return true;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_HOST_OVERRUN, IQ_RANK_SIZE, arg);
    suspicion.done = IQ_ERROR;
    suspicion.contain = IQ_ANSWER_ARGUMENT;
    suspicion.object = iq_object_of_host(list, bad - list);
    IQ_EXPLAIN(&suspicion, explain_short_list, .given = count,
               .fit = (bad - list) / sizeof(uint64_t));
    iq_suspect(&suspicion);
    return false;
}

static void suspect_element(const struct iq_event *event, int arg, uint64_t i, uint64_t address)
{
    bool frees = event->call->entry->operation == IQ_OP_FREE_SHARED_IN_ORDER;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_WRONG_FREE, IQ_RANK_DEAD, arg);
    if (!judge(address, frees, &suspicion))
        return;
    suspicion.done = IQ_ERROR;
    suspicion.contain = frees ? IQ_ANSWER_ARGUMENT : IQ_ANSWER_NONE;
    IQ_EXPLAIN(&suspicion, explain_element, .index = i, .value = address, .frees = frees);
    iq_suspect(&suspicion);
}

/* A device that shares all of the host's memory takes any address. */
static bool takes_any(const struct iq_call *call)
{
    const struct iq_cl_context *context =
        iq_cl_context_of(iq_cl_context_handle(iq_cl_object(call, 0)));
    for (uint32_t i = 0; context && i < context->device_count; i++) {
        const struct iq_cl_device *device = iq_cl_device_of(context->devices[i]);
        if (!device || device->svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)
            return true;
    }
    return !context || context->more;
}

static void check_list(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "svm_pointers");
    uint64_t count = (uint32_t)iq_cl_value(call, "num_svm_pointers"), address;
    bool frees = call->entry->operation == IQ_OP_FREE_SHARED_IN_ORDER;
    if (!call->args[arg] || !count || !check_room(event, arg, count))
        return;
    /* the program's own function frees, whatever it is; migrating is advice */
    if (frees ? iq_cl_value(call, "pfn_free_func") : takes_any(call))
        return;
    for (uint64_t i = 0; i < count && i < MANY && !iq_suspected(IQ_RANK_DEAD); i++)
        if (iq_peek(&address, (uintptr_t)call->args[arg] + i * sizeof address, sizeof address,
                    false) &&
            address)
            suspect_element(event, arg, i, address);
}

/* The address that is mapped or unmapped: a driver may crash on one that it does not know. */
static void check_mapped(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "svm_ptr");
    uint64_t address = call->args[arg];
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_UNKNOWN_POINTER, IQ_RANK_DEAD, arg);
    if (!address || takes_any(call) || !judge(address, false, &suspicion))
        return;
    suspicion.done = IQ_ERROR;
    IQ_EXPLAIN(&suspicion, explain_element, .value = address, .alone = true);
    iq_suspect(&suspicion);
}

static bool maps(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_MAP_SHARED || entry->operation == IQ_OP_UNMAP_SHARED;
}

static bool lists(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_FREE_SHARED_IN_ORDER ||
           entry->operation == IQ_OP_MIGRATE_SHARED;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_list, .apis = IQ_IN(OPENCL), .concerns = lists },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_mapped, .apis = IQ_IN(OPENCL), .concerns = maps },
};
const struct iq_rule_family iq_rules_cl_shared = { "OpenCL shared memory", subscriptions,
                                                   IQ_COUNT_OF(subscriptions) };
