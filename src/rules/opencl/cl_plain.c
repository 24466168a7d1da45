/* unknown-handle, null-handle, bad-flags: callbacks, and lists of properties of contexts and
 * queues. */

#include "abi/opencl_abi.h"
#include "api_opencl/objects.h"
#include "call/plan.h"
#include "call/walk.h"
#include "rules/rules.h"

enum { CONTEXT_PLATFORM = 0x1084, USER_SYNC = 0x1085 };

/* --- callbacks
 * ------------------------------------------------------------------------------------------
 */

static void explain_callback(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is not a command status for callbacks",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause,
                "a callback can be registered for CL_SUBMITTED, CL_RUNNING or CL_COMPLETE");
    iq_str_puts(&words->fix, "pass CL_COMPLETE for a callback when the command is complete");
}

static void check_callback(const struct iq_event *event)
{
    int type = iq_cl_arg_named(event->call, "command_exec_callback_type");
    if ((uint32_t)event->call->args[type] <= CL_SUBMITTED)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_NULL, type);
    suspicion.done = IQ_WARNING; /* it is never called */
    suspicion.explain = explain_callback;
    iq_suspect(&suspicion);
}

/* --- properties of queues
 * ----------------------------------------------------------------------------------------- */

/* the last two: CL/cl_ext.h */
enum { KNOWN_BITS = 15, QUEUE_PRIORITY = 0x1096, QUEUE_THROTTLE = 0x1097 };

static bool is_known(uint64_t name)
{
    return name == CL_QUEUE_PROPERTIES || name == CL_QUEUE_SIZE || name == QUEUE_PRIORITY ||
           name == QUEUE_THROTTLE;
}

struct explain_property {
    bool of_bits;   /* .value is bits of CL_QUEUE_PROPERTIES; else the name of a property */
    uint64_t value; /* that no queue has */
};
static void explain_property(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct explain_property *evidence = IQ_EVIDENCE(explain_property, suspicion);
    unsigned long long value = evidence->value;
    if (evidence->of_bits) {
        iq_str_printf(&words->message, "%s of %s has unknown bits: 0x%llx",
                      iq_arg_name(call, suspicion->arg), call->entry->name, value);
        iq_str_puts(
            &words->cause,
            "the bits are CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_ON_DEVICE and CL_QUEUE_ON_DEVICE_DEFAULT");
    } else {
        iq_str_printf(&words->message, "%s of %s has an unknown property: 0x%llx",
                      iq_arg_name(call, suspicion->arg), call->entry->name, value);
        iq_str_puts(
            &words->cause,
            "the list consists of pairs of a name and a value, with a 0 after the last pair");
    }
    iq_str_puts(&words->fix, "pass { CL_QUEUE_PROPERTIES, bits, 0 }, or NULL");
}

static void suspect_property(const struct iq_event *event, int arg, bool bits, uint64_t value)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 5, arg);
    suspicion.done = IQ_WARNING; /* the queue is not what was asked for */
    IQ_EXPLAIN(&suspicion, explain_property, .of_bits = bits, .value = value);
    iq_suspect(&suspicion);
}

static void check_properties(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "properties");
    bool list = arg >= 0 && call->entry->args[arg].role != IQ_ROLE_FLAGS;
    uint64_t pair[2];
    if (arg >= 0 && !list && call->args[arg] & ~(uint64_t)KNOWN_BITS)
        suspect_property(event, arg, true, call->args[arg] & ~(uint64_t)KNOWN_BITS);
    for (int i = 0; list && iq_cl_property(call->args[arg], i, pair); i++)
        if (!is_known(pair[0])) {
            suspect_property(event, arg, false, pair[0]);
            return;
        } else if (pair[0] == CL_QUEUE_PROPERTIES && pair[1] & ~(uint64_t)KNOWN_BITS) {
            suspect_property(event, arg, true, pair[1] & ~(uint64_t)KNOWN_BITS);
            return;
        }
}

struct explain_refused_property {
    uint64_t name; /* cl_context_properties */
};
static void explain_refused_property(const struct iq_suspicion *suspicion, struct iq_call *call,
                                     struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s of %s contains a property that the platform does not support: 0x%llx",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)IQ_EVIDENCE(explain_refused_property, suspicion)->name);
    iq_str_puts(
        &words->cause,
        "the list consists of pairs of a name and a value, with a 0 after the last pair; without that 0 the driver reads whatever follows the list");
    iq_str_puts(
        &words->fix,
        "pass { CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0 }; use only extensions that CL_PLATFORM_EXTENSIONS lists");
}

struct explain_platform {
    uint64_t value; /* that CL_CONTEXT_PLATFORM has */
    bool named;     /* the list has that property */
};
static void explain_platform(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct explain_platform *evidence = IQ_EVIDENCE(explain_platform, suspicion);
    const char *name = iq_arg_name(call, suspicion->arg), *api = call->entry->name;
    if (evidence->value)
        iq_str_printf(&words->message,
                      "%s of %s gives CL_CONTEXT_PLATFORM a value that is not a platform: 0x%llx",
                      name, api, (unsigned long long)evidence->value);
    else
        iq_str_printf(&words->message,
                      evidence->named
                          ? "%s of %s gives CL_CONTEXT_PLATFORM the value NULL"
                          : "%s of %s names no platform, and there is no default platform",
                      name, api);
    iq_str_puts(
        &words->cause,
        "the platform must come from clGetPlatformIDs; the list consists of pairs of a name and a value, with a 0 after the last pair");
    iq_str_puts(
        &words->fix,
        "pass { CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0 }; check the result of clGetPlatformIDs before using the platform");
}

struct explain_wrong_property {
    uint64_t name; /* cl_context_properties */
    bool twice;    /* it is there twice; else its value is wrong */
};
static void explain_wrong_property(const struct iq_suspicion *suspicion, struct iq_call *call,
                                   struct iq_words *words)
{
    const struct explain_wrong_property *evidence = IQ_EVIDENCE(explain_wrong_property, suspicion);
    const char *name =
        evidence->name == USER_SYNC ? "CL_CONTEXT_INTEROP_USER_SYNC" : "CL_CONTEXT_PLATFORM";
    iq_str_printf(&words->message,
                  evidence->twice
                      ? "%s of %s has %s twice"
                      : "%s of %s gives %s a value that is neither CL_TRUE nor CL_FALSE",
                  iq_arg_name(call, suspicion->arg), call->entry->name, name);
    iq_str_puts(
        &words->cause,
        "the list consists of pairs of a name and a value, with a 0 after the last pair; drivers must refuse such a list according to the specification");
    iq_str_printf(&words->fix,
                  evidence->twice ? "remove one of the pairs" : "pass CL_TRUE or CL_FALSE after %s",
                  name);
}

static void suspect_platform(const struct iq_event *event, int rank, uint64_t value, bool named)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, value ? IQ_RULE_UNKNOWN_HANDLE : IQ_RULE_NULL_HANDLE, rank,
                        iq_cl_arg_named(event->call, "properties"));
    IQ_EXPLAIN(&suspicion, explain_platform, .value = value, .named = named);
    iq_suspect(&suspicion);
}

/* A context's property that every platform knows is not the reason. */
static void check_refused(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "properties");
    uint64_t pair[2], platform = 0;
    /* the latter from NVIDIA's driver */
    bool may_be = event->result == CL_INVALID_PROPERTY || event->result == CL_INVALID_VALUE,
         named = false;
    for (int i = 0; iq_cl_property(call->args[arg], i, pair); i++) {
        if (pair[0] == CONTEXT_PLATFORM) {
            platform = pair[1];
            named = true;
        } else if (may_be && pair[0] != USER_SYNC) {
            struct iq_suspicion suspicion =
                iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 5, arg);
            IQ_EXPLAIN(&suspicion, explain_refused_property, .name = pair[0]);
            iq_suspect(&suspicion);
            return;
        }
    }
    if (event->result == CL_INVALID_PLATFORM)
        suspect_platform(event, IQ_RANK_CODE + 5, platform, named);
}

static bool is_platform(uint64_t value)
{
    const struct iq_handle *handle = value ? iq_handle_find(IQ_KIND_CL_PLATFORM, value) : NULL;
    return handle && handle->kind == IQ_KIND_CL_PLATFORM;
}

/* What drivers have to refuse, and often do not. */
static void check_context(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "properties");
    uint64_t pair[2], seen = 0;
    for (int i = 0; iq_cl_property(call->args[arg], i, pair); i++) {
        if (pair[0] != CONTEXT_PLATFORM && pair[0] != USER_SYNC)
            continue;
        /* the loader that comes with CUDA jumps through whatever stands there */
        if (pair[0] == CONTEXT_PLATFORM && !is_platform(pair[1]))
            suspect_platform(event, IQ_RANK_UNKNOWN, pair[1], true);
        uint64_t bit = 1u << (pair[0] - CONTEXT_PLATFORM);
        bool twice = seen & bit, wrong = pair[0] == USER_SYNC && (uint32_t)pair[1] > 1;
        seen |= bit;
        if (!twice && !wrong)
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 5, arg);
        suspicion.done = IQ_WARNING;
        IQ_EXPLAIN(&suspicion, explain_wrong_property, .name = pair[0], .twice = twice);
        iq_suspect(&suspicion);
        return;
    }
}

static bool awaits_state(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "command_exec_callback_type") >= 0;
}
static bool makes_context(const struct iq_entry *entry)
{
    return iq_entry_makes(entry, IQ_KIND_CL_CONTEXT);
}
static bool makes_queue(const struct iq_entry *entry)
{
    return iq_entry_makes(entry, IQ_KIND_CL_QUEUE);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_callback, .apis = IQ_IN(OPENCL),
      .concerns = awaits_state },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_properties, .apis = IQ_IN(OPENCL),
      .concerns = makes_queue },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_context, .apis = IQ_IN(OPENCL),
      .concerns = makes_context },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_refused, .apis = IQ_IN(OPENCL),
      .concerns = makes_context },
};
const struct iq_rule_family iq_rules_cl_plain = { "OpenCL plain arguments", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
