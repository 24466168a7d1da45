/* null-pointer, null-handle, bad-flags, image-corrupt, host-unmapped, bad-size, range-overflow,
 * unchecked-error: what Vulkan calls are given and no driver looks at. */
#include <string.h>

#include "api_vulkan/message.h"
#include "api_vulkan/needs.h"
#include "call/core.h"
#include "call/fault.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/status.h"
#include "model/names.h"
#include "rules/rules.h"

struct explain_flaw {
    struct iq_vk_flaw flaw;
};

static void explain_no_pointer(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                               struct iq_words *words, bool writes)
{
    iq_str_printf(&words->message, "%s of %s is NULL", flaw->name, call->entry->name);
    if (flaw->counter) {
        iq_str_printf(&words->cause, "%s says that the list has %llu element%s (%s)", flaw->counter,
                      (unsigned long long)flaw->value, flaw->value == 1 ? "" : "s", flaw->type);
        iq_str_puts(&words->fix, "pass the list, or 0 as the number of its elements");
        return;
    }
    iq_str_printf(&words->cause,
                  writes ? "the call stores its result (%s) at this address"
                         : "the call reads its input (%s) from this address",
                  flaw->type);
    iq_str_puts(&words->fix, writes ? "pass the address of a variable for the result"
                                    : "pass the address of the input");
}

static void explain_no_handle(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is VK_NULL_HANDLE", flaw->name, call->entry->name);
    iq_str_printf(&words->cause,
                  "the call needs a %s there; drivers do not check it, and may crash", flaw->type);
    iq_str_puts(
        &words->fix,
        "create the object first, and check the result of the create call; look for a member that was never set");
}

static void explain_no_object(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is not a handle that any call returned", flaw->name,
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "0x%llx: no call returned this value as a %s; drivers dereference it, and may crash",
        (unsigned long long)flaw->value, flaw->type);
    iq_str_puts(&words->fix, "look for a variable that is not set or was overwritten");
}

static void explain_type(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is not the structure type of the struct", flaw->name,
                  call->entry->name);
    iq_str_printf(&words->cause, "it is %u; a %s has the type %u", (uint32_t)flaw->value,
                  flaw->type, (uint32_t)flaw->wanted);
    iq_str_puts(&words->fix, "set sType to the value for the struct, and all unused members to 0");
}

static void explain_long(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s leads beyond the memory that is there", flaw->name,
                  call->entry->name);
    iq_str_printf(&words->cause, "%s says that the list has %llu elements (%s), but only ",
                  flaw->counter ? flaw->counter : "the call", (unsigned long long)flaw->value,
                  flaw->type);
    iq_put_bytes(&words->cause, flaw->wanted);
    iq_str_puts(&words->cause, " from its start on are mapped");
    iq_str_puts(
        &words->fix,
        "pass the number of elements of the list; look for a number that was never set, or is below 0");
}

static void explain_queries(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s names queries that the query pool does not have",
                  call->entry->name);
    iq_str_printf(&words->cause, "the last is query %llu, but the pool has %llu quer%s, from 0 on",
                  (unsigned long long)flaw->value, (unsigned long long)flaw->wanted,
                  flaw->wanted == 1 ? "y" : "ies");
    iq_str_puts(&words->fix,
                "create the pool with a larger queryCount, or name queries below that number");
}

static void explain_absurd(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %llu", flaw->name, call->entry->name,
                  (unsigned long long)flaw->value);
    iq_str_puts(&words->cause,
                "no device has so many places; drivers use the number as an index without a check");
    iq_str_puts(
        &words->fix,
        "pass a number within the device's limits (VkPhysicalDeviceLimits); look for a number that was never set, or is below 0");
}

static void explain_no_binding(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                               struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %llu, a binding that %s does not have", flaw->name,
                  call->entry->name, (unsigned long long)flaw->value, flaw->counter);
    iq_str_puts(
        &words->cause,
        "each vertex attribute is read from a binding, whose stride and rate this call must describe; drivers look the binding up without a check");
    iq_str_puts(&words->fix, "describe the binding in the same call, or leave the attribute out");
}

static void explain_no_spirv(const struct iq_vk_flaw *flaw, const struct iq_call *call,
                             struct iq_words *words)
{
    char text[5] = { 0 };
    uint32_t word = (uint32_t)flaw->value;
    bool readable = true;
    memcpy(text, &word, sizeof word);
    for (int i = 0; i < 4; i++)
        readable = readable && text[i] >= ' ' && text[i] <= '~';
    iq_str_printf(&words->message, "the code passed to %s is not valid SPIR-V", call->entry->name);
    iq_str_printf(&words->cause, "its first word is 0x%x", word);
    if (readable)
        iq_str_printf(&words->cause, " (the text \"%s\")", text);
    iq_str_puts(
        &words->cause,
        ", but SPIR-V starts with 0x7230203; drivers look at the code only when a pipeline is made of it");
    iq_str_puts(
        &words->fix,
        readable
            ? "compile the shader's source with glslc or dxc, and pass the SPIR-V file that they write"
            : "read the whole file in binary mode, from its start on; check it with spirv-val");
}

static void explain_flaw(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct iq_vk_flaw *flaw = &IQ_EVIDENCE(explain_flaw, suspicion)->flaw;
    switch (flaw->how) {
    case IQ_VK_NO_POINTER:
        explain_no_pointer(flaw, call, words,
                           strncmp(call->entry->args[suspicion->arg].type, "const", 5) != 0);
        break;
    case IQ_VK_NO_HANDLE: explain_no_handle(flaw, call, words); break;
    case IQ_VK_NO_OBJECT: explain_no_object(flaw, call, words); break;
    case IQ_VK_WRONG_TYPE: explain_type(flaw, call, words); break;
    case IQ_VK_TOO_LONG: explain_long(flaw, call, words); break;
    case IQ_VK_NO_QUERY: explain_queries(flaw, call, words); break;
    case IQ_VK_ABSURD: explain_absurd(flaw, call, words); break;
    case IQ_VK_NO_BINDING: explain_no_binding(flaw, call, words); break;
    case IQ_VK_NO_SPIRV: explain_no_spirv(flaw, call, words); break;
    default: break;
    }
    if (call->answered)
        iq_str_puts(&words->cause, iq_entry_records(call->entry)
                                       ? "; inquest did not forward the command"
                                       : "; inquest did not forward the call");
}

static const struct flaw_row {
    enum iq_rule_id rule;
    int rank;
    int64_t contain;
} rows[] = {
    [IQ_VK_NO_POINTER] = { IQ_RULE_NULL_POINTER, IQ_RANK_NULL, IQ_ANSWER_ARGUMENT },
    [IQ_VK_NO_HANDLE] = { IQ_RULE_NULL_HANDLE, IQ_RANK_NULL, IQ_ANSWER_HANDLE },
    [IQ_VK_NO_OBJECT] = { IQ_RULE_UNKNOWN_HANDLE, IQ_RANK_UNKNOWN, IQ_ANSWER_HANDLE },
    [IQ_VK_WRONG_TYPE] = { IQ_RULE_BAD_FLAGS, IQ_RANK_FOREIGN + 5, 0 },
    [IQ_VK_TOO_LONG] = { IQ_RULE_BAD_SIZE, IQ_RANK_NULL, IQ_ANSWER_ARGUMENT },
    [IQ_VK_ABSURD] = { IQ_RULE_BAD_SIZE, IQ_RANK_FOREIGN + 4, IQ_ANSWER_ARGUMENT },
    [IQ_VK_NO_BINDING] = { IQ_RULE_VALIDATION, IQ_RANK_FOREIGN + 4, 0 },
    [IQ_VK_NO_SPIRV] = { IQ_RULE_IMAGE_CORRUPT, IQ_RANK_FOREIGN + 4, IQ_ANSWER_ARGUMENT },
    [IQ_VK_NO_QUERY] = { IQ_RULE_RANGE_OVERFLOW, IQ_RANK_FOREIGN + 4, IQ_ANSWER_ARGUMENT },
};

/* Where NULL comes from, if the creation of such an object has failed. */
static bool blame_failure(const struct iq_event *event)
{
    const struct iq_vk_flaw *flaw = event->pass.flaw;
    struct iq_failure failure;
    if (flaw->how != IQ_VK_NO_HANDLE)
        return false;
    enum iq_kind kind = (enum iq_kind)iq_vk_kind_named(flaw->type, strlen(flaw->type));
    if (!kind || !iq_ledger_find_kind(kind, &failure) ||
        failure.ref.thread != iq_thread_block->number ||
        (flaw->may_be && !iq_findings_is_error(failure.finding) &&
         !iq_fault_made(failure.ref.number)))
        return false;
    iq_blame_failure(event, event->arg, &failure);
    return true;
}

static void check_flaw(const struct iq_event *event)
{
    const struct iq_vk_flaw *flaw = event->pass.flaw;
    if (blame_failure(event) || flaw->may_be)
        return;
    const struct flaw_row *row = &rows[flaw->how];
    struct iq_suspicion suspicion = iq_suspicion_at(event, row->rule, row->rank, event->arg);
    suspicion.done = IQ_ERROR;
    suspicion.contain = row->contain;
    suspicion.member = flaw->is_member ? flaw->name : NULL;
    suspicion.member_value = flaw->value;
    if (flaw->how == IQ_VK_NO_HANDLE)
        suspicion.object = (struct iq_object){ .kind = iq_kind_name((enum iq_kind)iq_vk_kind_named(
                                                   flaw->type, strlen(flaw->type))),
                                               .state = "never-created",
                                               .device = -1 };
    else if (event->handle)
        suspicion.object = iq_object_of_handle(event->handle);
    IQ_EXPLAIN(&suspicion, explain_flaw, .flaw = *flaw);
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(PASS), IQ_PHASE_BEFORE, check_flaw, .kinds = IQ_OF(NONE), .apis = IQ_IN(VULKAN) },
};
const struct iq_rule_family iq_rules_vk_flaws = { "vk_flaws", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
